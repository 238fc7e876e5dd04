/** A message of the rendered prompt. User and assistant alternate, and the last one is the user's. */
export interface PromptMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}
