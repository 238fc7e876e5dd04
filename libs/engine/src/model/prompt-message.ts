/** A message of the rendered prompt. User and assistant take turns, and a user message is the last. */
export interface PromptMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}
