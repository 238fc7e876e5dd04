import type {
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider';
import type { PromptMessage } from '@svc/engine';

/**
 * The engine's prompt as messages of the AI SDK. Marked for a provider's cache are the system message, which is the same for
 * a whole conversation, and the message before the last one: up to there the next calls begin alike.
 */
export function toPrompt(
  messages: readonly PromptMessage[],
  cacheMarks: SharedV4ProviderOptions | null = null,
): LanguageModelV4Prompt {
  return messages.map((message, place) => {
    const isMarked = cacheMarks !== null && (message.role === 'system' || place === messages.length - 2);
    return { ...toMessage(message), ...(isMarked ? { providerOptions: cacheMarks } : {}) };
  });
}

function toMessage({ role, content }: PromptMessage): LanguageModelV4Message {
  if (role === 'system') return { role, content };
  return { role, content: [{ type: 'text', text: content }] };
}
