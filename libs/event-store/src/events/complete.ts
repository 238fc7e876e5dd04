/** A generated message with all of its keys: a forgotten field does not compile, even an optional one. */
export type Complete<Message> = { [Key in keyof Required<Message>]: Message[Key] };
