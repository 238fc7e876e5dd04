import type { SeededRandom } from '../support/seeded-random.js';
import type { StreamEvent } from '../support/stream-events.js';

/** When a kill comes, counted in what all clients together have heard since everybody began to talk. */
export type KillPoint =
  | { readonly kind: 'between turns'; readonly afterLines: number }
  | { readonly kind: 'in turns'; readonly afterLines: number; readonly delayMs: number }
  /** The very moment in which a client is told that its turn counts. */
  | { readonly kind: 'at an acknowledgement'; readonly afterAcknowledgements: number };

/** Most points lie inside turns, many of them where a commit and its acknowledgement are. */
export function drawKillPoint(random: SeededRandom, speakers: number, linesOfTurn: number): KillPoint {
  const draw = random.below(5);
  // From the first line that anybody hears to the end of everybody's second turn.
  const afterLines = 1 + random.below(2 * speakers * linesOfTurn);
  if (draw === 0) return { kind: 'between turns', afterLines };
  if (draw <= 2) return { kind: 'in turns', afterLines, delayMs: random.below(30) };
  return { kind: 'at an acknowledgement', afterAcknowledgements: 1 + random.below(2 * speakers) };
}

/** Counts lines: true for the one that the point waits for, and for those behind it. */
export function reaches(point: KillPoint): (event: StreamEvent) => boolean {
  let count = 0;
  return ({ type }) => {
    if (point.kind !== 'at an acknowledgement') return (count += 1) >= point.afterLines;
    if (type === 'interaction-complete') count += 1;
    return count >= point.afterAcknowledgements;
  };
}
