import { setTimeout as pause } from 'node:timers/promises';
import type { Executor, PooledDatabase } from '@svc/postgres';
import type { LogPosition } from '../events/recorded-event.js';
import { lockOutBatches, readFence, rewindCheckpoint } from './checkpoint.js';
import { hasLeader } from './leader-locks.js';

/**
 * Outcome of a rewind. `begun`: the leader has begun there, or the next one will; `pending`: the leader does not know
 * of it yet; `unknown`: it never had a leader, and begins where its options say.
 */
export type Rewound = 'begun' | 'pending' | 'unknown';

export interface RewindOptions {
  readonly schema: string;
  readonly name: string;
  readonly to: LogPosition;
  /** How long to wait for the leader, in ms. */
  readonly withinMs: number;
}

const lookEveryMs = 50;

/**
 * Rewinds a subscription and waits until its leader has aborted its delivery to the outside, which would be out of
 * order after the rewind.
 */
export async function rewindAndWait(database: PooledDatabase, options: RewindOptions): Promise<Rewound> {
  const { schema, name, to, withinMs } = options;
  const fence = await database.transaction(async (tx) => {
    await lockOutBatches(tx, schema, name);
    const isKnown = await rewindCheckpoint(tx, schema, name, to);
    return isKnown ? readFence(tx, schema, name) : undefined;
  });
  if (fence === undefined) return 'unknown';
  for (const deadline = performance.now() + withinMs; performance.now() < deadline;) {
    if (await hasBegunAbove(database, options, fence)) return 'begun';
    await pause(lookEveryMs);
  }
  return 'pending';
}

/** A term that begins raises the fence. */
async function hasBegunAbove(
  executor: Executor,
  { schema, name }: RewindOptions,
  fence: bigint,
): Promise<boolean> {
  const { rows } = await executor.query<{ has_begun: boolean }>({
    name: `${schema}.has_begun_above`,
    text: `
      SELECT fence > $2 OR NOT ${hasLeader(schema, '$1::text')} AS has_begun
        FROM ${schema}.subscription_checkpoint WHERE name = $1`,
    values: [name, String(fence)],
  });
  return rows[0]?.has_begun ?? true;
}
