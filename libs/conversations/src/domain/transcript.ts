import { characters, transcriptWindow, type TranscriptMessage } from '@svc/engine';

/**
 * What the state of a conversation keeps of what was said, so that it does not grow with it: the window of the engine, and by
 * its own rule. What is left out here could not have been shown to a model anyway.
 */
export function keepNewest(
  transcript: readonly TranscriptMessage[],
  maxCharacters: number,
): readonly TranscriptMessage[] {
  return transcriptWindow(transcript, characters(maxCharacters));
}
