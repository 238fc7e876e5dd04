import { characters, isSpoken, transcriptWindow, type TranscriptMessage } from '@svc/engine';

/**
 * The part of the messages that the state keeps, which bounds the state. It is the engine's window, by the engine's own
 * rule: a model could not be shown the rest anyway. Notes do not count against that window. When they exceed it, each
 * is kept once, at its latest place, as prompts show it.
 */
export function keepNewest(
  transcript: readonly TranscriptMessage[],
  maxCharacters: number,
): readonly TranscriptMessage[] {
  const newest = transcriptWindow(transcript, characters(maxCharacters));
  const noted = newest.reduce((sum, message) => (isSpoken(message) ? sum : sum + message.text.length), 0);
  return noted <= maxCharacters ? newest : withNotesOnce(newest);
}

/** A graph makes few different notes, even on a long walk. */
function withNotesOnce(transcript: readonly TranscriptMessage[]): readonly TranscriptMessage[] {
  const latest = new Map<string, number>();
  for (const [place, message] of transcript.entries())
    if (!isSpoken(message)) latest.set(message.text, place);
  return transcript.filter((message, place) => isSpoken(message) || latest.get(message.text) === place);
}
