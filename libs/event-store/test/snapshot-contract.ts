import { describe, expect, it } from '@jest/globals';
import { misfit, type AnyShape, type Decider, type DomainEvent } from '@svc/kernel';
import type { SnapshotPolicy } from '../src/index.js';

export interface SnapshotContract<State, Event extends DomainEvent> {
  /** What the states are of: `conversation`. */
  readonly of: string;
  readonly policy: SnapshotPolicy<State>;
  readonly decider: Pick<Decider<State, never, Event>, 'initialState' | 'evolve'>;
  /** Whole streams. Together they hold every type of event. */
  readonly histories: readonly (readonly Event[])[];
}

/** What snapshots of every aggregate keep: each context's unit tests call it with its own histories. */
export function describeSnapshots<State, Event extends DomainEvent>({
  of,
  policy,
  decider,
  histories,
}: SnapshotContract<State, Event>): void {
  const fold = (events: readonly Event[], start = decider.initialState) =>
    events.reduce((state, event) => decider.evolve(state, event), start);

  describe(`the snapshots of ${of}`, () => {
    it('have the shape that their states have at every place of a history', () => {
      for (const events of histories) {
        events.forEach((_event, index) => {
          const state = fold(events.slice(0, index + 1));
          if (typeof state !== 'object' || state === null) return;
          expect(misfit(policy.shape as AnyShape, state)).toBeUndefined();
        });
      }
    });

    it('go on as what they were taken of', () => {
      for (const events of histories) {
        events.forEach((_event, index) => {
          const kept = JSON.parse(JSON.stringify(fold(events.slice(0, index)) ?? null)) as State;
          expect(fold(events.slice(index), kept)).toEqual(fold(events));
        });
      }
    });
  });
}
