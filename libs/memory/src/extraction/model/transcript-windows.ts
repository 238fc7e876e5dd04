import type { TranscriptMessage } from '../transcript.js';

/** What one call of the model is shown, and how many calls a transcript may take; lengths in UTF-16 code units. */
export const windowBounds = { characters: 60_000, windows: 20 } as const;

/**
 * A transcript in parts that a model takes in one call: whole messages, oldest first. Of a transcript beyond all bounds the
 * newest part is read. Parts in which the user says nothing are left out.
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
