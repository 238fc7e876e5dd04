/** A message that the answer of a service always has. @throws TypeError where it has none: a fault of ours */
export function required<Message>(message: Message | undefined): Message {
  if (message !== undefined) return message;
  throw new TypeError('The answer lacks its message.');
}
