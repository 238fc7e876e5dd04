import type { TranscriptMessage } from '@svc/engine';

/**
 * The newest messages that fit into the window which the engine shows to the model, by the engine's own rule: whole
 * messages, and one that does not fit ends the window. What is dropped here could not have been shown anyway.
 */
export function keepNewest(
  transcript: readonly TranscriptMessage[],
  maxCharacters: number,
): readonly TranscriptMessage[] {
  let first = transcript.length;
  let characters = 0;
  while (first > 0) {
    characters += transcript[first - 1]?.text.length ?? 0;
    if (characters > maxCharacters) break;
    first -= 1;
  }
  return transcript.slice(first);
}
