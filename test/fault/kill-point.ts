import type { SeededRandom } from '@svc/testing';
import type { StreamEvent } from '../support/stream-events.js';

/** When a kill comes, counted in lines that all clients together have received since the start. */
export type KillPoint =
  | { readonly kind: 'between turns'; readonly afterLines: number }
  | { readonly kind: 'in turns'; readonly afterLines: number; readonly delayMs: number }
  /** The moment in which a client reads that its turn is complete. */
  | { readonly kind: 'at an acknowledgement'; readonly afterAcknowledgements: number };

type Kind = KillPoint['kind'];
const kinds: readonly Kind[] = ['between turns', 'in turns', 'at an acknowledgement'];
/** Most points lie inside turns, many of them where a commit and its acknowledgement are. */
const usual: readonly Kind[] = [
  'between turns',
  'in turns',
  'in turns',
  'at an acknowledgement',
  'at an acknowledgement',
];

/** The points of one run: each kind comes once before any comes again, however short the run is. */
export class KillPoints {
  readonly #first: Kind[] = [...kinds];

  constructor(private readonly random: SeededRandom) {}

  get haveAllKindsCome(): boolean {
    return this.#first.length === 0;
  }

  draw(speakers: number, linesOfTurn: number): KillPoint {
    const { random } = this;
    const kind = this.#drawKind();
    // From the first received line to the end of every client's second turn.
    const afterLines = 1 + random.below(2 * speakers * linesOfTurn);
    switch (kind) {
      case 'between turns':
        return { kind, afterLines };
      case 'in turns':
        return { kind, afterLines, delayMs: random.below(30) };
      case 'at an acknowledgement':
        return { kind, afterAcknowledgements: 1 + random.below(2 * speakers) };
    }
  }

  #drawKind(): Kind {
    const among = this.#first.length > 0 ? this.#first : usual;
    const index = this.random.below(among.length);
    const kind = among[index] ?? 'in turns';
    if (among === this.#first) this.#first.splice(index, 1);
    return kind;
  }
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
