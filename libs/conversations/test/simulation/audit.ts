import { ReadModels } from '../../src/application/read-models.js';
import { VerifyLog } from '../../src/application/verify-log.js';
import type { Host } from '../host.js';
import type { Library } from '../library.js';
import { readModelContent, readModels } from '../read-model-content.js';
import { leases } from '../storage.js';
import type { SpokenTurn } from './speakers.js';

/** The violations; all empty when everything is right. */
export interface Audit {
  /** Reported as complete but missing, reported as failed but stored, or stored twice. */
  readonly turns: readonly string[];
  /** Interactions that began without ending, or that ended twice. */
  readonly unended: readonly unknown[];
  readonly leases: readonly unknown[];
  readonly chainViolations: readonly unknown[];
  /** Read models with rows that a rebuild changed. */
  readonly rebuilt: readonly string[];
}

/** Compares what clients got with what is stored, when nothing runs any longer. */
export async function audit(library: Library, host: Host, spoken: readonly SpokenTurn[]): Promise<Audit> {
  const { violations: faults } = await host.get(VerifyLog).execute({});
  return {
    turns: await wrongTurns(library, spoken),
    unended: await unendedInteractions(library),
    leases: await leases(library),
    chainViolations: faults,
    rebuilt: await changedByRebuild(library, host),
  };
}

async function wrongTurns(library: Library, spoken: readonly SpokenTurn[]): Promise<readonly string[]> {
  const { message } = await readModelContent(library);
  const kept = new Map<string, number>();
  for (const { type, text } of message)
    if (type === 'user-message') kept.set(text, (kept.get(text) ?? 0) + 1);
  return spoken.flatMap(({ text, outcome }) => {
    const times = kept.get(text) ?? 0;
    const isRight = times <= 1 && (outcome === 'unknown' || times === (outcome === 'complete' ? 1 : 0));
    return isRight ? [] : [`${text}: the client knows ${outcome}, kept ${times} times`];
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

async function changedByRebuild(library: Library, host: Host): Promise<readonly string[]> {
  const before = await readModelContent(library);
  await host.get(ReadModels).rebuild();
  const after = await readModelContent(library);
  return readModels.filter((table) => JSON.stringify(before[table]) !== JSON.stringify(after[table]));
}
