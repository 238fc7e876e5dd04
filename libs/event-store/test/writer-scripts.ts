import fc from 'fast-check';
import type { PooledDatabase, Tx } from '@svc/postgres';
import { ConcurrencyError } from '../src/errors.js';
import type { EventStore } from '../src/event-store.js';
import { deposited, type AccountEvent } from './account.js';
import { metadata, subject, tenant } from './account-log.js';

/** Append this many events to one of the streams, then pause for so many round trips to the database. */
export interface AppendStep {
  readonly stream: number;
  readonly events: number;
  readonly pause: number;
}

/** Appends that are committed one by one (`each`), or together. */
export interface WriterStep {
  readonly appends: readonly AppendStep[];
  readonly outcome: 'each' | 'commit' | 'rollback';
}

export type WriterScript = readonly WriterStep[];

/** Streams are touched in rising order inside a transaction: writers wait for each other, but never in a circle. */
const appendSteps = fc
  .array(
    fc.record({
      stream: fc.nat({ max: 4 }),
      events: fc.integer({ min: 1, max: 10 }),
      pause: fc.nat({ max: 20 }),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((steps) => steps.toSorted((one, other) => one.stream - other.stream));

export const writerScripts: fc.Arbitrary<readonly WriterScript[]> = fc.array(
  fc.array(
    fc.record({ appends: appendSteps, outcome: fc.constantFrom('each', 'commit', 'commit', 'rollback') }),
    { minLength: 1, maxLength: 8 },
  ),
  { minLength: 2, maxLength: 6 },
);

class RolledBack extends Error {}

/** Follows one script. @returns the acknowledged events as `<stream>@<version>`. Lost races are given up. */
export async function write(
  database: PooledDatabase,
  store: EventStore<AccountEvent>,
  script: WriterScript,
  streams: readonly string[],
): Promise<readonly string[]> {
  const acknowledged: string[] = [];
  for (const { appends, outcome } of script) {
    try {
      if (outcome === 'each') {
        for (const step of appends) acknowledged.push(...(await append(database, step)));
        continue;
      }
      const written = await database.transaction(async (tx) => {
        const together: string[] = [];
        for (const step of appends) together.push(...(await append(tx, step)));
        if (outcome === 'rollback') throw new RolledBack();
        return together;
      });
      acknowledged.push(...written);
    } catch (error) {
      if (!(error instanceof ConcurrencyError) && !(error instanceof RolledBack)) throw error;
    }
  }
  return acknowledged;

  async function append(
    executor: PooledDatabase | Tx,
    { stream, events, pause }: AppendStep,
  ): Promise<string[]> {
    const streamId = streams[stream] ?? '';
    const { head } = await store.loadStream(executor, { tenantId: tenant, streamId });
    const { recorded } = await store.append(executor, {
      tenantId: tenant,
      subject,
      streamId,
      expected: head,
      events: Array.from({ length: events }, (_, index) => deposited(index)),
      metadata,
    });
    for (let roundTrip = 0; roundTrip < pause; roundTrip++) await database.pool.query('SELECT');
    return recorded.map(({ streamVersion }) => `${streamId}@${streamVersion}`);
  }
}
