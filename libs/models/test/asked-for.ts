import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';

/** Whether a call asks for a choice, and not for a message. */
export function asksForChoice({ prompt }: Pick<LanguageModelV4CallOptions, 'prompt'>): boolean {
  return JSON.stringify(prompt).includes('judge where the conversation stands');
}
