import { setTimeout as delay } from 'node:timers/promises';
import { jest } from '@jest/globals';
import type { Statement } from '@svc/postgres';
import { eventually } from '@svc/testing';
import type { Host } from './host.js';
import { openLibrary, type Library } from './library.js';
import { GoingClock, WaitingScheduler } from './simulation/going-time.js';
import { all, begun, messagesOf, saying } from './turns.js';

jest.setTimeout(3 * 60_000);

let library: Library;
let host: Host;
beforeAll(async () => {
  library = await openLibrary();
  host = await library.startHost('host-1', { clock: new GoingClock(), scheduler: new WaitingScheduler() });
});
beforeEach(() => library.clear());
afterEach(() => standbyReturns());
afterAll(() => library.close());

const releasesLease = ({ text }: Statement) => text.includes('DELETE FROM conversations.lease');
const asksTheLog = ({ name }: Statement) => name === 'conversations.read_stream';

/** From now on every commit on this server waits for a standby that does not exist. */
async function standbyLeaves(): Promise<void> {
  await changeSetting(`SET synchronous_standby_names = 'absent'`);
  const { pool } = library.database;
  for (;;) {
    const committed = new AbortController();
    const probe = pool.query(`SELECT pg_logical_emit_message(true, 'probe', '')`);
    void probe.catch(() => undefined).finally(() => committed.abort());
    while (!committed.signal.aborted) {
      const waiting = await pool.query(`SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep'`);
      if (waiting.rowCount) return;
      await delay(10);
    }
  }
}

async function standbyReturns(): Promise<void> {
  await changeSetting('RESET synchronous_standby_names');
}

async function changeSetting(change: string): Promise<void> {
  await library.database.pool.query(`ALTER SYSTEM ${change}`);
  await library.database.pool.query('SELECT pg_reload_conf()');
}

describe('a synchronous standby that is away at the last commit of a turn', () => {
  it('when it returns while the log is queried, then the client gets the commit', async () => {
    const conversationId = await begun(host);
    let questions = 0;
    let commits = 0;
    host.wire.fault = async (statement, run) => {
      if (releasesLease(statement) && (commits += 1) === 1) await standbyLeaves();
      if (asksTheLog(statement) && (questions += 1) === 2) await standbyReturns();
      return run();
    };
    const told = await all(host.client.interact(saying(conversationId, 'Hello')));
    expect(told.at(-1)?.$case).toBe('interactionComplete');
    expect(questions).toBeGreaterThan(1);
    expect(await messagesOf(host, conversationId)).toHaveLength(3);
  });

  it('when it stays away, then the client gets neither a commit nor an error, and the turn may be kept', async () => {
    const conversationId = await begun(host);
    let commits = 0;
    host.wire.fault = async (statement, run) => {
      if (releasesLease(statement) && (commits += 1) === 1) await standbyLeaves();
      return run();
    };
    const told = await all(host.client.interact(saying(conversationId, 'Hello')));
    expect(told.map(({ $case }) => $case)).not.toContain('interactionComplete');
    expect(await messagesOf(host, conversationId)).toHaveLength(1);

    await standbyReturns();
    await eventually(async () => expect(await messagesOf(host, conversationId)).toHaveLength(3));
  });
});
