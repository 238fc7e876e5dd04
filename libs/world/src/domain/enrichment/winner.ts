import type { EnrichmentValue } from './enrichment-value.js';

/** What decides between two values. */
export type Rated = Pick<EnrichmentValue, 'eventId' | 'confidence' | 'effectiveAtMs' | 'recordedAtMs'>;

/** The least confidence of each class, the surest first: authoritative, verified, uncertain, raw. */
export const classBounds = [0.95, 0.7, 0.3] as const;

/** Higher is surer. */
export function confidenceClass(confidence: number): number {
  const at = classBounds.findIndex((least) => confidence >= least);
  return at === -1 ? 0 : classBounds.length - at;
}

export interface Judgement {
  readonly wins: boolean;
  /** Why it counts, or does not. */
  readonly reason: string;
}

const measures = [
  { of: ({ confidence }: Rated) => confidenceClass(confidence), more: 'higher_class', less: 'lower_class' },
  { of: ({ effectiveAtMs }: Rated) => effectiveAtMs, more: 'later_effective', less: 'earlier_effective' },
  { of: ({ recordedAtMs }: Rated) => recordedAtMs, more: 'later_recorded', less: 'earlier_recorded' },
  { of: ({ eventId }: Rated) => eventId, more: 'greater_id', less: 'smaller_id' },
] as const;

/**
 * Whether a value takes the place of the one that counts (contract-platform.md section 9.2): the higher class, then what became true
 * later, then what was written later, then the greater id. What was rejected (confidence 0) never counts.
 */
export function judge(value: Rated, current: Rated | null): Judgement {
  if (value.confidence <= 0) return { wins: false, reason: 'rejected' };
  if (current === null) return { wins: true, reason: 'first' };
  for (const { of, more, less } of measures) {
    const [mine, theirs] = [of(value), of(current)];
    if (mine !== theirs) return mine > theirs ? { wins: true, reason: more } : { wins: false, reason: less };
  }
  return { wins: false, reason: 'smaller_id' };
}
