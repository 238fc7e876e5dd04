import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { PromptMessage } from '@svc/engine';

/** The engine's prompt as messages of the AI SDK. */
export function toPrompt(messages: readonly PromptMessage[]): LanguageModelV4Prompt {
  return messages.map(toMessage);
}

function toMessage({ role, content }: PromptMessage): LanguageModelV4Message {
  if (role === 'system') return { role, content };
  return { role, content: [{ type: 'text', text: content }] };
}
