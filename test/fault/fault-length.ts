/** How long a fault test goes on. `npm test` runs slices, which share SVC_FAULT_SECONDS; `npm run test:faults` all of it. */
export interface FaultLength {
  readonly conversations: number;
  /** Faults to cause at most; each kind of fault comes once all the same. */
  readonly faults: number;
  /** No new fault begins later than this after the start, in ms, when each kind has come. */
  readonly limitMs: number;
}

/** The tests that end when their time does, and how they share it. */
const shares = { 'kill node': 1, 'kill postgres': 1, 'kill both': 1, 'suspend hosts': 1, webhooks: 0.5 };

/** A slice stops causing faults after this part of its time: the rest is for what follows the last one. */
const shareForFaults = 0.6;

const secondsOfSlices = process.env['SVC_FAULT_SECONDS'];

/** Whether everything takes the time it takes. */
export const isFullRun = !secondsOfSlices;

/** Of services on Kafka: groups wait for who was killed as long as in production, or as briefly as brokers allow. */
export const sessionEnvironment: Readonly<Record<string, string>> = isFullRun
  ? {}
  : { SVC_KAFKA_SESSION_MS: '6000' };

export function faultLength(
  test: keyof typeof shares,
  full: Pick<FaultLength, 'conversations' | 'faults'>,
): FaultLength {
  if (isFullRun) return { ...full, limitMs: Infinity };
  const all = Object.values(shares).reduce((sum, share) => sum + share);
  const sliceMs = (Number(secondsOfSlices) * 1_000 * shares[test]) / all;
  return {
    conversations: Math.min(10, full.conversations),
    faults: full.faults,
    limitMs: sliceMs * shareForFaults,
  };
}
