import type { InteractionInput } from '@svc/engine';

/** What comes into the conversation with a turn, as one text; empty where nobody says anything. */
export function inputText(input: InteractionInput): string {
  if (input.kind === 'greeting' || input.kind === 'skip') return '';
  return [...input.externalEvents, input.text].join('\n');
}
