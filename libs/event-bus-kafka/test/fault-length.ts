/** Whether faults last their full time (`npm run test:faults`), or seconds (`npm test`, SVC_FAULT_SECONDS). */
export const isFullRun = !process.env['SVC_FAULT_SECONDS'];

/** Minimum time of load of each case, in ms. */
export const loadMs = isFullRun ? 60_000 : 4_000;

/** Between two deposits of a client, or two sends of a producer, in ms: the short form does not need their number. */
export const [betweenDepositsMs, betweenSendsMs] = isFullRun ? [20, 0] : [100, 20];

/** How long stopped brokers stay away, in ms. */
export const outageMs = isFullRun ? 60_000 : 5_000;

/**
 * How long one broker is suspended, in ms. The cluster drops it after 6 s without a heartbeat
 * (`broker.session.timeout.ms` of the test's brokers).
 */
export const suspensionMs = isFullRun ? 20_000 : 8_000;

/** How long a group waits for a member that was killed, in ms: as in production, or the brokers' minimum. */
export const impatientSessionMs = isFullRun ? undefined : 6_000;

/** How long an event blocks its consumer, in ms. A group drops a member after 30 s without a heartbeat. */
export const slownessMs = isFullRun ? 45_000 : 4_000;
