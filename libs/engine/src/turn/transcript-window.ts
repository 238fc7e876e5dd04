import { estimatedTokens, maxTokens } from '../prompt/estimated-tokens.js';
import { shortened } from '../prompt/shortened.js';
import type { TranscriptMessage } from './turn-request.js';

/** What a transcript is measured by, and how much of it is kept. */
export interface WindowSize {
  readonly most: number;
  readonly sizeOf: (text: string) => number;
  /** No text of so many UTF-16 code units is larger. */
  readonly largestOf: (codeUnits: number) => number;
}

/** In UTF-16 code units. */
export function characters(most: number): WindowSize {
  return { most, sizeOf: (text) => text.length, largestOf: (codeUnits) => codeUnits };
}

/** As they are estimated. */
export function tokens(most: number): WindowSize {
  return { most, sizeOf: estimatedTokens, largestOf: maxTokens };
}

/**
 * The newest messages within a size, so that a turn costs the same after ten messages and after ten thousand. When it is
 * full, the older half goes at once: then the window begins with the same message for many turns, and what a model has
 * cached of it holds. A message of more than half the size is shortened. Notes count nothing and stay, each once.
 *
 * It can be made as the conversation goes: the window of a window and what was said since is the window of all of it.
 */
export function transcriptWindow(
  transcript: readonly TranscriptMessage[],
  { most, sizeOf, largestOf }: WindowSize,
): readonly TranscriptMessage[] {
  const half = Math.floor(most / 2);
  if (largestOf(codeUnitsOf(transcript)) <= half) return transcript;
  const notes: TranscriptMessage[] = [];
  const sizes: number[] = [];
  let kept: TranscriptMessage[] = [];
  let total = 0;
  for (const message of transcript) {
    const whole = isNote(message) ? 0 : sizeOf(message.text);
    const isTooLong = whole > half;
    const fitting = isTooLong ? { ...message, text: shortened(message.text, half, sizeOf) } : message;
    const size = isTooLong ? sizeOf(fitting.text) : whole;
    kept.push(fitting);
    sizes.push(size);
    total += size;
    if (total <= most) continue;
    let dropped = 0;
    while (total > half) total -= sizes[dropped++] ?? 0;
    for (const gone of kept.slice(0, dropped)) if (isNote(gone)) renew(notes, gone);
    kept = kept.slice(dropped);
    sizes.splice(0, dropped);
  }
  return [...notes, ...kept];
}

/** Of what counts. */
function codeUnitsOf(transcript: readonly TranscriptMessage[]): number {
  return transcript.reduce((sum, message) => (isNote(message) ? sum : sum + message.text.length), 0);
}

/** What was said or has happened: all but notes. */
export function isSpoken(message: TranscriptMessage): boolean {
  return !isNote(message);
}

function isNote({ type }: TranscriptMessage): boolean {
  return type === 'agent-inner-thought';
}

/** A note that is made again stands where it was made last. */
function renew(notes: TranscriptMessage[], note: TranscriptMessage): void {
  const place = notes.findIndex(({ text }) => text === note.text);
  if (place >= 0) notes.splice(place, 1);
  notes.push(note);
}
