import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { canMountDisks, SmallDisk } from '@svc/testing';
import { HttpError, type ClassicClient } from '../support/client.js';
import { compareWithRecord, interactionsIn } from '../support/kept-interactions.js';
import { ModelServer } from '../support/model-server.js';
import { signInAsDemoUser } from '../support/sessions.js';
import { signUpSpeakers, type Speaker } from '../support/speaker.js';
import { StandaloneFixture } from '../support/standalone-fixture.js';
import type { StandaloneProcess } from '../support/standalone-process.js';

const system = new StandaloneFixture();
/** Cases that need a separate disk; they don't exist where none can be mounted. */
const onSmallDisk = (name: string, test: () => Promise<void>) =>
  canMountDisks() ? it(name, test) : undefined;

/** An administrator, and a speaker who is in a conversation. */
async function usersOf(
  standalone: StandaloneProcess,
): Promise<{ administrator: ClassicClient; speaker: Speaker }> {
  const administrator = await signInAsDemoUser(standalone.baseUrl, standalone.credentials());
  const [speaker] = await signUpSpeakers(administrator, standalone.credentials(), 1);
  if (!speaker) throw new Error('Nobody has signed up.');
  expect(await speaker.begin()).toMatchObject({ outcome: 'complete' });
  return { administrator, speaker };
}

async function expectRecordKept(speaker: Speaker): Promise<void> {
  const [held] = speaker.conversations;
  if (!held) throw new Error('There is no conversation.');
  expect(compareWithRecord(held, interactionsIn((await speaker.messagesOf(held)) ?? []))).toEqual([]);
}

it('given a turn that waits for the model, when the socket of the database is removed, then it comes back by itself', async () => {
  const model = await ModelServer.start();
  system.atEnd(() => model.stop());
  const standalone = await system.start({ env: model.env });
  const { speaker } = await usersOf(standalone);
  model.holdAfter(1);
  const turn = speaker.say('Take your time.');
  await model.untilHeldBack();
  const before = standalone.postgresPid();

  rmSync(socketFolderOf(standalone), { recursive: true });
  while ((standalone.findPostgresPid() ?? before) === before) await delay(10);
  await standalone.untilItServes();
  model.release();

  expect(await turn).toMatchObject({ outcome: 'complete' });
  expect(await speaker.say('And now?')).toMatchObject({ outcome: 'complete' });
  await expectRecordKept(speaker);
});

describe('given a disk that another program fills, when it is', () => {
  onSmallDisk('nearly full, then changes are answered 503 at once and reading goes on', () =>
    expectReadingAlone(64, async (administrator) => {
      const refusal = await firstRejection(administrator);
      expect(refusal.status).toBe(503);
      return refusal;
    }),
  );

  // Faster than the disk is checked: the server may run out of space first, and then restarts with its reserve.
  onSmallDisk('full, then changes are answered 503 and reading goes on', () =>
    expectReadingAlone(0, async (administrator) => {
      for (;;) {
        const refusal = await firstRejection(administrator);
        expect(refusal.status).toBe(503);
        if (/^Nothing can be stored/.test(String(refusal.body.message))) return refusal;
      }
    }),
  );
});

async function expectReadingAlone(
  megabytesLeft: number,
  rejectionOf: (administrator: ClassicClient) => Promise<HttpError>,
): Promise<void> {
  const disk = SmallDisk.mount(600);
  system.atEnd(() => disk.unmount());
  const standalone = await system.start({ dataDir: disk.dataDir });
  const { administrator, speaker } = await usersOf(standalone);

  disk.fillBut(megabytesLeft);
  expect((await rejectionOf(administrator)).body).toMatchObject({
    code: 'service_unavailable',
    message: expect.stringMatching(/^Nothing can be stored at present: .*Reading goes on\.$/) as unknown,
  });
  await expectRecordKept(speaker);
  await signInAsDemoUser(standalone.baseUrl, standalone.credentials());
  await untilMetricIs(standalone, 0);
  expect((await fetch(`${standalone.baseUrl}/readyz`)).status).toBe(200);

  disk.clear();
  await untilMetricIs(standalone, 1);
  expect(await speaker.say('Is there room again?')).toMatchObject({ outcome: 'complete' });
  await expectRecordKept(speaker);
}

let agents = 0;

/**
 * The server may find room for a while in what it has at hand, and nobody looks at the disk all the time: so it is
 * something that an organization may have any number of.
 */
async function firstRejection(administrator: ClassicClient): Promise<HttpError> {
  for (;;) {
    agents += 1;
    const body = { agent_name: `Agent ${agents}` };
    const error = await administrator
      .json('POST', 'organization/agent/', { body })
      .catch((reason: unknown) => reason);
    if (error instanceof HttpError) return error;
  }
}

/** As the server has noted it: line 5 of its lock file. */
function socketFolderOf({ dataDir }: StandaloneProcess): string {
  const file = path.join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
  const folder = readFileSync(file, 'utf8').split('\n')[4];
  if (!folder) throw new Error(`${file} names no folder.`);
  return folder;
}

async function untilMetricIs(standalone: StandaloneProcess, value: number): Promise<void> {
  for (;;) {
    const metrics = await (await fetch(`${standalone.baseUrl}/metrics`)).text();
    if (metrics.includes(`database_takes_changes ${value}`)) return;
    await delay(10);
  }
}
