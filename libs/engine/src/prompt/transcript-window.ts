import { estimatedTokens, maxTokens } from './estimated-tokens.js';
import { shortened } from './shortened.js';
import type { TranscriptMessage } from '../input/transcript-message.js';

/** How a transcript is measured, and how much of it is kept. */
export interface WindowSize {
  readonly most: number;
  readonly sizeOf: (text: string) => number;
  /** Upper bound of the size for a length in UTF-16 code units. */
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
 * The newest messages within a size, so that a turn costs the same after ten messages and after ten thousand. When it is full,
 * the older half is dropped at once: the window then begins with the same message for many turns, and a model's cache of it
 * stays valid. A message longer than half the size is shortened. Notes don't count and stay, each once. It can be computed
 * incrementally: the window of a window plus new messages equals the window of the whole.
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

/** Of messages that count. */
function codeUnitsOf(transcript: readonly TranscriptMessage[]): number {
  return transcript.reduce((sum, message) => (isNote(message) ? sum : sum + message.text.length), 0);
}

/** Whether it is a message or an event, and not a note. */
export function isSpoken(message: TranscriptMessage): boolean {
  return !isNote(message);
}

function isNote({ type }: TranscriptMessage): boolean {
  return type === 'agent-inner-thought';
}

/** A repeated note moves to its last position. */
function renew(notes: TranscriptMessage[], note: TranscriptMessage): void {
  const place = notes.findIndex(({ text }) => text === note.text);
  if (place >= 0) notes.splice(place, 1);
  notes.push(note);
}
