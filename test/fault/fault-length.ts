/** How long a fault test goes on. `npm test` runs slices of SVC_FAULT_SECONDS each, `npm run test:faults` all of it. */
export interface FaultLength {
  readonly conversations: number;
  /** Faults to cause at most. */
  readonly faults: number;
  /** No new fault begins later than this after the start, in ms. */
  readonly limitMs: number;
  readonly isFull: boolean;
}

/** A slice stops causing faults after this part of its time: the rest is for what follows the last one. */
const shareForFaults = 0.6;

export function faultLength(full: Pick<FaultLength, 'conversations' | 'faults'>): FaultLength {
  const seconds = process.env['SVC_FAULT_SECONDS'];
  if (!seconds) return { ...full, limitMs: Infinity, isFull: true };
  return {
    conversations: Math.min(10, full.conversations),
    faults: full.faults,
    limitMs: Number(seconds) * 1_000 * shareForFaults,
    isFull: false,
  };
}
