/** Duration of a fault test: SVC_FAULT_SECONDS, or the full length without it (`npm run test:faults`). */
export interface FaultLength {
  readonly conversations: number;
  /** Faults to cause at most; each kind of fault comes once all the same. */
  readonly faults: number;
  /** No new fault begins later than this after the start, in ms, when each kind has come. */
  readonly limitMs: number;
}

const { SVC_FAULT_SECONDS: seconds } = process.env;

/** Whether fault tests run in full length. */
export const isFullRun = !seconds;

/** Between two turns, or two conversations, of a user of services on Kafka, in ms: the short form does not need their number. */
export const [betweenTurnsMs, betweenConversationsMs] = isFullRun ? [0, 100] : [50, 300];

/** Of services on Kafka: groups wait for who was killed as long as in production, or as briefly as brokers allow. */
export const sessionEnvironment: Readonly<Record<string, string>> = isFullRun
  ? {}
  : { SVC_KAFKA_SESSION_MS: '6000' };

export function faultLength({ conversations, faults }: Omit<FaultLength, 'limitMs'>): FaultLength {
  if (isFullRun) return { conversations, faults, limitMs: Infinity };
  return { conversations: Math.min(10, conversations), faults, limitMs: Number(seconds) * 1_000 };
}
