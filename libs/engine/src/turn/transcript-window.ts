import type { TranscriptMessage } from './turn-input.js';

/**
 * The newest messages whose texts together stay within `maxCharacters`, so that a turn costs the same after ten
 * messages and after ten thousand. Whole messages only: a message that does not fit ends the window.
 */
export function transcriptWindow(
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
