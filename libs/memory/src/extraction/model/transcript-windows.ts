import type { TranscriptMessage } from '../transcript.js';

/** What one model call sees, and the maximum of calls for a transcript; lengths in UTF-16 code units. */
export const windowBounds = { characters: 60_000, windows: 20 } as const;

/**
 * Splits a transcript into parts for one model call each: whole messages, oldest first. Of a transcript that is too
 * long the newest part is read. Parts without a user message are left out.
 */
export function transcriptWindows(
  messages: readonly TranscriptMessage[],
): readonly (readonly TranscriptMessage[])[] {
  const windows: TranscriptMessage[][] = [];
  let characters = Infinity;
  for (const message of messages) {
    characters += message.text.length;
    if (characters > windowBounds.characters) {
      windows.push([]);
      characters = message.text.length;
    }
    windows.at(-1)?.push(message);
  }
  return windows
    .filter((window) => window.some(({ sender }) => sender === 'user'))
    .slice(-windowBounds.windows);
}
