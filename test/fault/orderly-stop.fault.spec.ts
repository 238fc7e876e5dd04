import { expect, it } from '@jest/globals';
import { interactionsIn, compareWithRecord } from '../support/kept-interactions.js';
import { ModelServer } from '../support/model-server.js';
import { isRunning } from '../support/processes.js';
import { signInAsDemoUser } from '../support/sessions.js';
import { signUpSpeakers, type Speaker } from '../support/speaker.js';
import { StandaloneFixture } from '../support/standalone-fixture.js';
import type { StandaloneProcess } from '../support/standalone-process.js';

const users = 8;
const system = new StandaloneFixture();
let model: ModelServer;
let standalone: StandaloneProcess;
let speakers: readonly Speaker[];

/** Everybody has begun a conversation, and is in the middle of a turn. */
async function startWithTurns(env: Readonly<Record<string, string>> = {}) {
  model = await ModelServer.start();
  system.atEnd(() => model.stop());
  standalone = await system.start({ env: { ...model.env, ...env } });
  const administrator = await signInAsDemoUser(standalone.baseUrl, standalone.credentials());
  speakers = await signUpSpeakers(administrator, standalone.credentials(), users);
  for (const speaker of speakers) expect(await speaker.begin()).toMatchObject({ outcome: 'complete' });
  model.holdAfter(1);
  const turns = Promise.all(speakers.map((speaker) => speaker.say('Are you there?')));
  await model.untilHeldBack(users);
  return { turns };
}

async function expectRecordIsKept(): Promise<void> {
  const port = Number(new URL(standalone.baseUrl).port);
  await system.start({ env: model.env, port });
  for (const speaker of speakers) {
    for (const held of speaker.conversations) {
      const messages = (await speaker.messagesOf(held)) ?? [];
      expect(compareWithRecord(held, interactionsIn(messages))).toEqual([]);
    }
    expect(await speaker.say('Are you back?')).toMatchObject({ outcome: 'complete' });
  }
}

it('given turns under way, when SIGTERM comes, then each ends with interaction-complete, and no process is left', async () => {
  const { turns } = await startWithTurns();
  const processes = standalone.processes();

  const stopped = standalone.stop('SIGTERM');
  await standalone.untilItRefuses();
  model.release();

  for (const turn of await turns) {
    expect(turn).toMatchObject({ outcome: 'complete' });
    expect(turn.received.at(-1)).toMatchObject({ type: 'interaction-complete' });
  }
  expect(await stopped).toMatchObject({ exitCode: 0, signal: null });
  expect(processes.filter(({ pid }) => isRunning(pid))).toEqual([]);
  await expectRecordIsKept();
});

it('given turns that do not end in time, when SIGTERM comes, then they are void, and no process is left', async () => {
  const { turns } = await startWithTurns({ SVC_STOP_WITHIN_MS: '1000' });
  const processes = standalone.processes();

  const stopped = standalone.stop('SIGTERM');

  for (const turn of await turns)
    expect(turn.received.map(({ type }) => type)).not.toContain('interaction-complete');
  await stopped;
  expect(processes.filter(({ pid }) => isRunning(pid))).toEqual([]);
  model.release();
  await expectRecordIsKept();
});
