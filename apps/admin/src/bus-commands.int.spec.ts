import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { contexts } from '@svc/installation';
import { runMigrations } from '@svc/postgres';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { CollectedOutput } from '../test/collected-output.js';
import { runAdmin } from './run-admin.js';

let test: TestDatabase;
let said: CollectedOutput;
beforeEach(async () => {
  test = await createTestDatabase();
  for (const { migrations } of contexts) await runMigrations(test.database, migrations);
  said = new CollectedOutput();
});
afterEach(() => test.drop());

/** @returns the exit code */
function say(...words: readonly string[]): Promise<number> {
  const { stdout, stderr } = said;
  const environment = { DATABASE_URL: test.connectionString };
  return runAdmin(['bus', ...words], { environment, stdout, stderr });
}

const streamId = 'org:demo/user/65f0c0ffee65f0c0ffee65f0';
const stream = ['conversations', 'erasure', 'identity', streamId] as const;

/** As a consumer parks it. */
async function park(): Promise<void> {
  await test.database.pool.query(
    `INSERT INTO conversations.inbox_parked_stream
       (consumer, source, stream_id, stream_version, event_type, kind, reason, latest_version)
     VALUES ('erasure', 'identity', $1, 7, 'UserDeleted', 'failed', 'TypeError', 9)`,
    [streamId],
  );
}

/** As a consumer records what it has applied. */
async function apply(source: string, appliedStreamId: string): Promise<void> {
  await test.database.pool.query(
    `INSERT INTO conversations.inbox (consumer, source, stream_id, stream_version, hash)
     VALUES ('erasure', $1, $2, 7, '\\x00')`,
    [source, appliedStreamId],
  );
}

async function listed(): Promise<readonly Record<string, unknown>[]> {
  said.out.length = 0;
  await say('parked');
  return said.out.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('commands of the installer on parked streams of a consumer', () => {
  it('lists them', async () => {
    await park();
    expect(await listed()).toEqual([
      {
        context: 'conversations',
        consumer: 'erasure',
        source: 'identity',
        streamId,
        streamVersion: 7,
        eventType: 'UserDeleted',
        kind: 'failed',
        reason: 'TypeError',
        request: null,
        parkedAt: expect.any(String),
      },
    ]);
  });

  it.each([
    ['redrive', []],
    ['skip', ['7']],
    ['resync', []],
  ])('%s records the request', async (request, more) => {
    await park();
    expect(await say(request, ...stream, ...more)).toBe(0);
    expect(await listed()).toMatchObject([{ request }]);
  });

  it.each([
    ['all streams of a consumer', [], ['agents/other', `identity/${streamId}`, 'identity/second']],
    ['those of one owner', ['identity'], [`identity/${streamId}`, 'identity/second']],
  ])('resync %s, parked or not', async (_which, more, expected) => {
    await park();
    await apply('identity', streamId);
    await apply('identity', 'second');
    await apply('agents', 'other');
    await say('resync', 'conversations', 'erasure', ...more);
    const requested = (await listed()).filter(({ request }) => request === 'resync');
    expect(requested.map(({ source, streamId: id }) => `${String(source)}/${String(id)}`).toSorted()).toEqual(
      expected.toSorted(),
    );
  });

  it('say if a consumer has never seen any stream', async () => {
    expect(await say('resync', 'conversations', 'erasrue')).toBe(1);
    expect(said.error).toEqual(['conversations.erasrue, 0 streams: it has never seen any: check its name']);
  });

  it('say if the stream does not exist, or waits at another event', async () => {
    await say('redrive', ...stream);
    expect(said.error).toEqual([`${streamId}: it is not parked: npm run admin -- bus parked`]);
    await say('resync', ...stream);
    expect(said.error[1]).toBe(`${streamId}: conversations.erasure has never seen it`);
    await park();
    expect(await say('skip', ...stream, '8')).toBe(1);
    expect(await listed()).toMatchObject([{ request: null }]);
  });
});
