import { verifyStreams } from '@svc/event-store';
import { ReadModels } from '../../src/application/read-models.js';
import type { Host } from '../host.js';
import type { Library } from '../library.js';
import { leases } from '../storage.js';
import type { SpokenTurn } from './speakers.js';

/** What is not as it should be; all of it empty when all is well. */
export interface Audit {
  /** Heard of as complete and not there, heard of as failed and there, or there twice. */
  readonly turns: readonly string[];
  /** Interactions that began and neither completed nor were voided, or that ended twice. */
  readonly unended: readonly unknown[];
  readonly leases: readonly unknown[];
  readonly chainFaults: readonly unknown[];
  /** Read models whose rows a rebuild has changed. */
  readonly rebuilt: readonly string[];
}

const readModels = ['conversation', 'message', 'conversation_tag', 'open_conversation'];

/** Compares what clients have heard with what is stored, when nothing runs any more. */
export async function audit(library: Library, host: Host, spoken: readonly SpokenTurn[]): Promise<Audit> {
  const { faults } = await verifyStreams(library.database, 'conversations');
  return {
    turns: await wrongTurns(library, spoken),
    unended: await unendedInteractions(library),
    leases: await leases(library),
    chainFaults: faults,
    rebuilt: await changedByRebuild(library, host),
  };
}

async function wrongTurns({ database }: Library, spoken: readonly SpokenTurn[]): Promise<readonly string[]> {
  const { rows } = await database.pool.query<{ text: string; times: number }>(
    `SELECT text, count(*)::int AS times FROM conversations.message WHERE type = 'user-message' GROUP BY text`,
  );
  const kept = new Map(rows.map(({ text, times }) => [text, times]));
  return spoken.flatMap(({ text, heard }) => {
    const times = kept.get(text) ?? 0;
    const isRight = times <= 1 && (heard === 'unknown' || times === (heard === 'complete' ? 1 : 0));
    return isRight ? [] : [`${text}: heard of as ${heard}, kept ${times} times`];
  });
}

async function unendedInteractions({ database }: Library): Promise<readonly unknown[]> {
  const { rows } = await database.pool.query(
    `SELECT stream_id,
            count(*) FILTER (WHERE event_type = 'InteractionStarted')::int AS begun,
            count(*) FILTER (WHERE event_type IN ('InteractionCompleted', 'InteractionVoided'))::int AS ended
       FROM conversations.event GROUP BY stream_id`,
  );
  return (rows as { begun: number; ended: number }[]).filter(({ begun, ended }) => begun !== ended);
}

async function changedByRebuild({ database }: Library, host: Host): Promise<readonly string[]> {
  const contents = (): Promise<readonly string[]> =>
    Promise.all(
      readModels.map(async (table) => {
        const { rows } = await database.pool.query(`SELECT * FROM conversations.${table} ORDER BY 1, 2, 3`);
        return JSON.stringify(rows);
      }),
    );
  const before = await contents();
  await host.get(ReadModels).rebuild();
  const after = await contents();
  return readModels.filter((_table, index) => before[index] !== after[index]);
}
