import type { Decider, DomainEvent, Timed } from '@svc/kernel';
import type { EnrichmentValue } from './enrichment-value.js';
import { judge } from './winner.js';

export type EnrichmentEvent = DomainEvent<
  'EntityEnriched',
  EnrichmentValue & {
    readonly wins: boolean;
    readonly reason: string;
    readonly supersedes: string | null;
  }
>;

export interface EnrichEntity extends Omit<EnrichmentValue, 'recordedAtMs' | 'effectiveAtMs'> {
  readonly type: 'EnrichEntity';
  /** Null: now. */
  readonly effectiveAtMs: number | null;
}

/** The value that counts; null: none. */
export interface EnrichmentState {
  readonly current: EnrichmentValue | null;
}

/** The values of one key of one entity. Whether a key takes a value is judged before. */
export const enrichmentDecider: Decider<EnrichmentState, EnrichEntity & Timed, EnrichmentEvent> = {
  initialState: { current: null },

  decide({ current }, { type: _type, atMs, ...given }) {
    const value = { ...given, effectiveAtMs: given.effectiveAtMs ?? atMs, recordedAtMs: atMs };
    const { wins, reason } = judge(value, current);
    const supersedes = wins ? (current?.eventId ?? null) : null;
    return [{ type: 'EntityEnriched', data: { ...value, wins, reason, supersedes } }];
  },

  evolve(state, { data: { wins, reason: _reason, supersedes: _supersedes, ...value } }) {
    return wins ? { current: value } : state;
  },
};
