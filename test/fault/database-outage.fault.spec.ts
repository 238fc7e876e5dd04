import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, expect, it } from '@jest/globals';
import { compareWithRecord, interactionsIn } from '../support/kept-interactions.js';
import { ModelServer } from '../support/model-server.js';
import { descendantsOf } from '../support/processes.js';
import { signInAsDemoUser } from '../support/sessions.js';
import { signUpSpeakers, type Speaker } from '../support/speaker.js';
import { seededRandom, seedFrom } from '@svc/testing';
import { StandaloneFixture } from '../support/standalone-fixture.js';
import type { StandaloneProcess } from '../support/standalone-process.js';

const system = new StandaloneFixture();

/** Resolves with the process id of a database server that is not `former`. */
async function untilServerIsNot(former: number, standalone: StandaloneProcess): Promise<number> {
  for (;;) {
    const pid = standalone.findPostgresPid();
    if (pid !== undefined && pid !== former) return pid;
    expect(standalone.isRunning).toBe(true);
    await delay(5);
  }
}

let model: ModelServer;
let standalone: StandaloneProcess;
let speaker: Speaker;

beforeEach(async () => {
  model = await ModelServer.start();
  system.atEnd(() => model.stop());
  standalone = await system.start({ env: model.env });
  const administrator = await signInAsDemoUser(standalone.baseUrl, standalone.credentials());
  const [first] = await signUpSpeakers(administrator, standalone.credentials(), 1);
  if (!first) throw new Error('Nobody has signed up.');
  speaker = first;
  expect(await speaker.begin()).toMatchObject({ outcome: 'complete' });
});

it('given a database server that is killed again while it comes back, then Node keeps running and the server comes back', async () => {
  const random = seededRandom(seedFrom('SVC_FAULT_SEED'));
  process.stdout.write(`database-outage: SVC_FAULT_SEED=${random.seed}\n`);
  for (let kills = 0, pid = standalone.postgresPid(); kills < 4; kills += 1) {
    process.kill(pid, 'SIGKILL');
    pid = await untilServerIsNot(pid, standalone);
    await delay(random.below(200)); // so the next kill hits any point of its start
  }
  await standalone.untilItServes();

  expect(await speaker.say('Are you back?')).toMatchObject({ outcome: 'complete' });
});

it.each([
  ['the server is killed', () => standalone.postgresPid()],
  ['one of its processes is killed, and it drops all connections', () => childOf(standalone.postgresPid())],
])(
  'given a turn that waits for the model, when %s, then the turn is committed all the same',
  async (_what, victim) => {
    model.holdAfter(1);
    const turn = speaker.say('Take your time.');
    await model.untilHeldBack();

    process.kill(victim(), 'SIGKILL');
    await standalone.untilItSays('an idle database connection was lost'); // until then it serves as before
    await standalone.untilItServes();
    model.release();

    expect(await turn).toMatchObject({ outcome: 'complete' });
    expect(await speaker.say('And now?')).toMatchObject({ outcome: 'complete' });
    const [held] = speaker.conversations;
    if (!held) throw new Error('There is no conversation.');
    expect(compareWithRecord(held, interactionsIn((await speaker.messagesOf(held)) ?? []))).toEqual([]);
  },
);

/** A process that serves a connection or works in the background. If either is killed, the server drops all connections. */
function childOf(server: number): number {
  const [child] = descendantsOf(server);
  if (!child) throw new Error('The server has no processes.');
  return child.pid;
}
