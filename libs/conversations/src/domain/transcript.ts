import { characters, isSpoken, transcriptWindow, type TranscriptMessage } from '@svc/engine';

/**
 * What the state of a conversation keeps of what was said, so that it does not grow with it: the window of the engine, and by
 * its own rule. What is left out here could not have been shown to a model anyway. Notes count nothing in that window: when
 * they have come to be more than it holds, each is kept once, where it was made last, as prompts show it.
 */
export function keepNewest(
  transcript: readonly TranscriptMessage[],
  maxCharacters: number,
): readonly TranscriptMessage[] {
  const newest = transcriptWindow(transcript, characters(maxCharacters));
  const noted = newest.reduce((sum, message) => (isSpoken(message) ? sum : sum + message.text.length), 0);
  return noted <= maxCharacters ? newest : withNotesOnce(newest);
}

/** A graph makes few notes that differ, however long it is walked. */
function withNotesOnce(transcript: readonly TranscriptMessage[]): readonly TranscriptMessage[] {
  const latest = new Map<string, number>();
  for (const [place, message] of transcript.entries())
    if (!isSpoken(message)) latest.set(message.text, place);
  return transcript.filter((message, place) => isSpoken(message) || latest.get(message.text) === place);
}
