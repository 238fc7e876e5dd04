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
  return runAdmin(['events', ...words], { environment, stdout, stderr });
}

const streamId = 'org:demo/conversation/65f0c0ffee65f0c0ffee65f0';

/** As a leader parks it. */
async function park(): Promise<void> {
  await test.database.pool.query(
    `INSERT INTO conversations.subscription_checkpoint (name, epoch, transaction_id, position) VALUES ('relay', 0, '0', 0)`,
  );
  await test.database.pool.query(
    `INSERT INTO conversations.parked_stream (subscription, stream_id, stream_version, event_type, reason, is_unknown)
     VALUES ('relay', $1, 7, 'TurnFinished', 'TypeError', false)`,
    [streamId],
  );
}

const listed = () => said.out.map((line) => JSON.parse(line) as Record<string, unknown>);

describe('commands of the installer on parked streams', () => {
  it('lists them', async () => {
    await park();
    await say('parked');
    expect(listed()).toEqual([
      {
        context: 'conversations',
        subscription: 'relay',
        streamId,
        streamVersion: 7,
        eventType: 'TurnFinished',
        reason: 'TypeError',
        isRedriven: false,
        parkedAt: expect.any(String),
      },
    ]);
  });

  it('redrive one, and skip an event once', async () => {
    await park();
    await say('redrive', 'conversations', 'relay', streamId);
    expect(await say('skip', 'conversations', 'relay', streamId, '7')).toBe(0);
    expect(await say('skip', 'conversations', 'relay', streamId, '7')).toBe(1);
    said.out.length = 0;
    await say('parked', 'conversations');
    expect(listed()).toMatchObject([{ streamVersion: 8, isRedriven: true }]);
  });

  it('given a stream that is not parked, say so', async () => {
    expect(await say('redrive', 'conversations', 'relay', streamId)).toBe(1);
    expect(said.error).toContain(`${streamId} is not parked: npm run admin -- events parked`);
  });
});
