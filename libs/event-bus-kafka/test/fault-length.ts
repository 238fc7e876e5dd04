/** Whether faults take the time that they take (`npm run test:faults`), or seconds (`npm test`, SVC_FAULT_SECONDS). */
export const isFullRun = !process.env['SVC_FAULT_SECONDS'];

/** How long each case is under load at least, in ms. */
export const loadMs = isFullRun ? 60_000 : 4_000;

/** How long brokers stay away that are stopped, in ms. */
export const outageMs = isFullRun ? 60_000 : 5_000;

/**
 * How long one broker stands still, in ms. The cluster gives one up that it has not heard of for 6 s
 * (`broker.session.timeout.ms` of the test's brokers).
 */
export const suspensionMs = isFullRun ? 20_000 : 8_000;

/** How long a group waits for a member that was killed, in ms: as in production, or the least that brokers take. */
export const impatientSessionMs = isFullRun ? undefined : 6_000;

/** How long an event holds its consumer up, in ms. A group gives a member up that it has not heard of for 30 s. */
export const slownessMs = isFullRun ? 45_000 : 4_000;
