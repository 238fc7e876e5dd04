import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { openLeftEvents, createTestDatabase, type TestDatabase } from '@svc/testing';
import { ClassicClient } from '../support/client.js';
import { readConversationLog } from '../support/conversation-log.js';
import { makeTemporaryFolder, removeFolder } from '../support/data-folder.js';
import type { HeldTurn } from '../support/held-turn.js';
import { compareWithRecord, interactionsIn } from '../support/kept-interactions.js';
import { expireLeasesOf, leaseOf, untilNoLease } from '../support/leases.js';
import { signUpSpeakers, type Speaker } from '../support/speaker.js';
import { TwoHosts } from '../support/two-hosts.js';
import { isFullRun } from './fault-length.js';

jest.setTimeout(5 * 60_000);

let folder: string;
let test: TestDatabase;
let system: TwoHosts;
let speakers: readonly Speaker[];
let speaker: Speaker;
let atSecond: Speaker;

beforeAll(async () => {
  folder = makeTemporaryFolder();
  test = await createTestDatabase({ maxConnections: 2 });
  system = await TwoHosts.start(test.connectionString, folder);
  const administrator = new ClassicClient(system.credentials.base_url, system.credentials.org_id);
  await administrator.signIn(system.credentials);
  speakers = await signUpSpeakers(administrator, system.credentials, 6);
});
afterAll(async () => {
  await system.stop();
  await test.drop();
  removeFolder(folder);
});

let number = 0;
beforeEach(async () => {
  const next = speakers[number];
  number += 1;
  if (!next) throw new Error('There are more tests than users.');
  speaker = next;
  atSecond = next.at(system.second.gateway.baseUrl);
  expect(await speaker.begin()).toMatchObject({ outcome: 'complete' });
});
afterEach(() => {
  for (const { service, model } of [system.first, system.second]) {
    service.resume();
    model.release();
  }
});

const conversationId = () => speaker.conversations[0]?.id ?? '';

/** Stops the first host during a turn, after its client has received a piece. */
async function stopFirstInTurn(): Promise<{ readonly answer: Promise<HeldTurn> }> {
  system.first.model.holdAfter(1);
  const answer = speaker.say('Can you hear me?');
  await system.first.model.untilHeldBack();
  expect((await leaseOf(test.database, conversationId()))?.owner).toBe('first');
  system.first.service.suspend();
  // Its model goes on: its output is there when the process continues.
  system.first.model.release();
  return { answer };
}

/** The process goes on as if nothing had happened. */
async function letFirstContinue(answer: Promise<HeldTurn>): Promise<void> {
  system.first.service.resume();
  const late = await answer;
  expect(late.outcome).not.toBe('complete');
  expect(late.received.map(({ type }) => type)).not.toContain('interaction-complete');
}

/** What is kept is what the clients know, at both hosts and in the log. */
async function expectNothingLostOrDouble(): Promise<void> {
  const [held] = speaker.conversations;
  if (!held) throw new Error('There is no conversation.');
  for (const one of [speaker, atSecond]) {
    expect(compareWithRecord(held, interactionsIn((await one.messagesOf(held)) ?? []))).toEqual([]);
  }
  const log = await readConversationLog(test.database, await openLeftEvents(test.database, system.dataDir));
  expect(log.faults).toEqual([]);
  const interactions = log.conversations.get(held.id)?.interactions ?? [];
  expect(interactions.filter(({ outcome }) => outcome === 'running')).toEqual([]);
  expect(
    compareWithRecord(
      held,
      interactions.filter(({ outcome }) => outcome === 'completed'),
    ),
  ).toEqual([]);
}

describe('two hosts on one database, a process per service', () => {
  it('hold one conversation together', async () => {
    expect(await atSecond.say('Hello, second.')).toMatchObject({ outcome: 'complete' });
    expect(await speaker.say('Hello, first.')).toMatchObject({ outcome: 'complete' });
    await expectNothingLostOrDouble();
  });

  it('refuse a second interaction while the other one runs a turn', async () => {
    system.first.model.holdAfter(1);
    const first = speaker.say('Wait for me.');
    await system.first.model.untilHeldBack();
    expect(await atSecond.say('I can not wait.')).toMatchObject({
      outcome: 'void',
      failure: { status: 409 },
    });
    system.first.model.release();
    expect(await first).toMatchObject({ outcome: 'complete' });
    await expectNothingLostOrDouble();
  });
});

describe('given a host that is stopped in the middle of a turn, and whose lease runs out', () => {
  it('when the other one takes a turn and the first continues, then its agent message does not count', async () => {
    const { answer } = await stopFirstInTurn();
    expect(await atSecond.say('Too early.')).toMatchObject({ outcome: 'void', failure: { status: 409 } });
    await expireLeasesOf(test.database, 'first', isFullRun);

    expect(await atSecond.say('And you?')).toMatchObject({ outcome: 'complete' });
    await letFirstContinue(answer);

    await expectNothingLostOrDouble();
    expect(await speaker.say('Are you back?')).toMatchObject({ outcome: 'complete' });
    await expectNothingLostOrDouble();
  });

  it('when the first continues in the middle of the turn that took over, then that turn is not disturbed', async () => {
    const { answer } = await stopFirstInTurn();
    await expireLeasesOf(test.database, 'first', isFullRun);
    system.second.model.holdAfter(1);
    const second = atSecond.say('And you?');
    await system.second.model.untilHeldBack();
    expect((await leaseOf(test.database, conversationId()))?.owner).toBe('second');

    await letFirstContinue(answer);
    expect((await leaseOf(test.database, conversationId()))?.owner).toBe('second');
    system.second.model.release();

    expect(await second).toMatchObject({ outcome: 'complete' });
    await expectNothingLostOrDouble();
  });

  it('when no request comes, then the other one voids the turn by itself', async () => {
    const { answer } = await stopFirstInTurn();
    await expireLeasesOf(test.database, 'first', isFullRun);
    await untilNoLease(test.database, conversationId());

    await letFirstContinue(answer);

    await expectNothingLostOrDouble();
    expect(await speaker.say('Are you back?')).toMatchObject({ outcome: 'complete' });
    await expectNothingLostOrDouble();
  });
});

describe('given a host that is killed in the middle of a turn', () => {
  it('when it is started again, then its turn is void before it serves, and the conversation goes on', async () => {
    system.first.model.holdAfter(1);
    const answer = speaker.say('Can you hear me?');
    await system.first.model.untilHeldBack();

    await system.first.service.killAndRestart();

    expect(await leaseOf(test.database, conversationId())).toBeUndefined();
    expect((await answer).outcome).not.toBe('complete');
    system.first.model.release();
    expect(await atSecond.say('And you?')).toMatchObject({ outcome: 'complete' });
    expect(await speaker.say('Are you back?')).toMatchObject({ outcome: 'complete' });
    await expectNothingLostOrDouble();
  });
});
