import type { RecordedFact } from '@svc/engine';

export interface TurnFactsRecorded {
  readonly interactionId: string;
  /** In their order; none when they are erased. A call is meant by its place among those of the same commit. */
  readonly facts: readonly RecordedFact[];
}
