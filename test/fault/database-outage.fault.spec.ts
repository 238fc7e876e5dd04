import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, jest } from '@jest/globals';
import { signInAsDemoUser } from '../support/sessions.js';
import { signUpSpeakers } from '../support/speaker.js';
import { seededRandom, seedFrom } from '../support/seeded-random.js';
import { StandaloneFixture } from '../support/standalone-fixture.js';
import type { StandaloneProcess } from '../support/standalone-process.js';

jest.setTimeout(3 * 60_000);

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

it('given a database server that is killed again while it comes back, then Node lives, and it comes back', async () => {
  const random = seededRandom(seedFrom('SVC_FAULT_SEED'));
  process.stdout.write(`database-outage: SVC_FAULT_SEED=${random.seed}\n`);
  const standalone = await system.start();
  const [speaker] = await signUpSpeakers(
    await signInAsDemoUser(standalone.baseUrl, standalone.credentials()),
    standalone.credentials(),
    1,
  );
  expect(await speaker?.begin()).toMatchObject({ outcome: 'complete' });

  for (let kills = 0, pid = standalone.postgresPid(); kills < 4; kills += 1) {
    process.kill(pid, 'SIGKILL');
    pid = await untilServerIsNot(pid, standalone);
    await delay(random.below(200)); // the point of its way back at which it is hit
  }
  await standalone.untilItServes();

  expect(await speaker?.say('Are you back?')).toMatchObject({ outcome: 'complete' });
});
