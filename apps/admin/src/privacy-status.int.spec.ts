import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { contexts } from '@svc/installation';
import { runMigrations } from '@svc/postgres';
import { confirmingContexts } from '@svc/privacy';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { CollectedOutput } from '../test/collected-output.js';
import type { Session } from './session.js';
import { tellPrivacyStatus } from './privacy-status.js';

const subject = 'org:demo/user/65f0c0ffee65f0c0ffee65f0';
let test: TestDatabase;
let said: CollectedOutput;
let session: Session;
beforeAll(async () => {
  test = await createTestDatabase();
  for (const { migrations } of contexts) await runMigrations(test.database, migrations);
});
afterAll(() => test.drop());
beforeEach(async () => {
  await execute(
    `TRUNCATE identity.erasure_confirmation, identity.inbox_parked_stream,
       conversations.inbox_parked_stream, conversations.erased_subject`,
  );
  said = new CollectedOutput();
  session = said.session({ DATABASE_URL: test.connectionString });
});
afterEach(() => {});

const execute = (text: string) => test.database.pool.query(text);

/** A subject whose key was destroyed so long ago. */
async function deleted(ago: string, whom = subject): Promise<void> {
  await execute(
    `INSERT INTO identity.erasure_confirmation (subject, context, asked_at)
     VALUES ('${whom}', 'conversations', now() - interval '${ago}')`,
  );
}

/** As the consumers of these contexts park it. */
const park = (context: string, consumer: string, kind: string, source: string, streamId: string) =>
  execute(
    `INSERT INTO ${context}.inbox_parked_stream
       (consumer, source, stream_id, stream_version, event_type, kind, reason, latest_version)
     VALUES ('${consumer}', '${source}', '${streamId}', 2, 'Any', '${kind}', 'TypeError', 2)`,
  );

const erasedThere = () =>
  execute(
    `INSERT INTO conversations.erased_subject (subject, erased_at, completed_at) VALUES ('${subject}', now(), now())`,
  );

async function told(): Promise<readonly Record<string, unknown>[]> {
  await tellPrivacyStatus(session);
  return said.out.map((line) => JSON.parse(line) as Record<string, unknown>);
}

it('waits for all contexts that erase, except identity, which erases with the deletion', () => {
  const erasing = contexts.filter(({ eraseSubject }) => eraseSubject).map(({ name }) => name as string);
  expect(['identity', ...confirmingContexts].toSorted()).toEqual(erasing.toSorted());
});

describe('privacy status', () => {
  it('given that all deleted users are erased, lists nothing', async () => {
    await deleted('1 day');
    await execute('UPDATE identity.erasure_confirmation SET confirmed_at = now()');
    expect(await told()).toEqual([]);
    expect(session.exitCode).toBe(0);
  });

  it.each([
    ['59 minutes', false, 0],
    ['61 minutes', true, 1],
  ])('given a context that has not confirmed for %s, names it', async (ago, isOverdue, exitCode) => {
    await deleted(ago);
    expect(await told()).toEqual([
      {
        subject,
        context: 'conversations',
        since: expect.stringMatching(/Z$/),
        isOverdue,
        next: expect.any(String),
      },
    ]);
    expect(session.exitCode).toBe(exitCode);
  });

  it.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'has not handled the deletion',
      async () => undefined,
      /check that it runs .* privacy erase demo 65f0c0ffee65f0c0ffee65f0$/,
    ],
    [
      'failed at it',
      () => park('conversations', 'erasure', 'failed', 'identity', subject),
      new RegExp(`TypeError.* bus redrive conversations erasure identity ${subject}$`),
    ],
    [
      'knows another history of identity',
      () => park('conversations', 'erasure', 'diverged', 'identity', subject),
      new RegExp(`bus resync conversations erasure identity ${subject}$`),
    ],
    ['has erased them', erasedThere, /the confirmation is on its way/],
    [
      'has erased them, and identity could not hear it',
      async () => {
        await erasedThere();
        await park('identity', 'erasure-confirmations', 'failed', 'conversations', 'org:demo/erasure/1');
      },
      /npm run admin -- bus parked identity$/,
    ],
  ])('given a context that %s, says what to do', async (_what, happens, next) => {
    await deleted('2 hours');
    await happens();
    expect(await told()).toMatchObject([{ next: expect.stringMatching(next) }]);
  });

  it('given a person of a workspace, says what to do', async () => {
    const workspace = 'ws:1b4e28ba-2fa1-4d2e-883f-0016d3cca427';
    await deleted('2 hours', `${workspace}/user/p1`);
    const byInstaller = /privacy erase-person 1b4e28ba-2fa1-4d2e-883f-0016d3cca427 p1$/;
    expect(await told()).toMatchObject([{ next: expect.stringMatching(byInstaller) }]);

    await park('conversations', 'erasure', 'failed', 'identity', `${workspace}/person/p1`);
    said.out.length = 0;
    const redriven = new RegExp(`bus redrive conversations erasure identity ${workspace}/person/p1$`);
    expect(await told()).toMatchObject([{ next: expect.stringMatching(redriven) }]);
  });

  it('given a database with only identity, reports what that knows', async () => {
    await deleted('2 hours');
    await execute('DROP SCHEMA conversations CASCADE');
    await execute('DROP SCHEMA agents CASCADE');
    expect(await told()).toMatchObject([{ context: 'conversations', next: expect.stringMatching(/runs/) }]);
  });
});
