import { estimatedTokens } from '@svc/engine';
import type { TranscriptMessage } from '../transcript.js';

/** What one model call sees, in UTF-16 code units and as a share of the model's context; the maximum of calls for a transcript. */
export const windowBounds = { characters: 60_000, shareOfContext: 1 / 2, windows: 20 } as const;

/**
 * Splits a transcript into parts for one model call each: whole messages, oldest first. Of a transcript that is too
 * long the newest part is read. Parts without a user message are left out.
 * @param contextTokens of the model
 */
export function transcriptWindows(
  messages: readonly TranscriptMessage[],
  contextTokens: number,
): readonly (readonly TranscriptMessage[])[] {
  const windows: TranscriptMessage[][] = [];
  const maxTokens = contextTokens * windowBounds.shareOfContext;
  let characters = Infinity;
  let tokens = 0;
  for (const message of messages) {
    const ownTokens = estimatedTokens(message.text);
    characters += message.text.length;
    tokens += ownTokens;
    if (characters > windowBounds.characters || tokens > maxTokens) {
      windows.push([]);
      characters = message.text.length;
      tokens = ownTokens;
    }
    windows.at(-1)?.push(message);
  }
  return windows
    .filter((window) => window.some(({ sender }) => sender === 'user'))
    .slice(-windowBounds.windows);
}
