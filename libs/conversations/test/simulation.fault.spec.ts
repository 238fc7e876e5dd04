import { jest } from '@jest/globals';
import { callerOf, seededRandom, seedFrom } from '@svc/testing';
import { Leftovers } from '../src/index.js';
import type { Host } from './host.js';
import { openLibrary, type Library } from './library.js';
import { userProfile } from './peers.js';
import { audit } from './simulation/audit.js';
import { disturb } from './simulation/disturbance.js';
import { GoingClock, WaitingScheduler } from './simulation/going-time.js';
import { LossyWire } from './simulation/lossy-wire.js';
import { Speakers } from './simulation/speakers.js';
import { expireLeases } from './storage.js';

jest.setTimeout(30 * 60_000);

/** `npm test` gives every fault test a share of its time. Otherwise the simulation runs in full length. */
const isSlice = Boolean(process.env['SVC_FAULT_SECONDS']);
const sliceMs = 12_000;
const fullTurns = 30_000;
/** By how much the clocks of the hosts differ from ours. */
const skewsMs = [0, 7_000, -4_000];
/** Ada speaks twice at once. */
const speakers = ['ada', 'ada', 'bob', 'cleo', 'dan', 'eve', 'finn'];

let library: Library;
const hosts: Host[] = [];
beforeAll(async () => {
  library = await openLibrary();
  for (const user of speakers) library.peers.users.set(user, userProfile(user));
  for (const [index, skewMs] of skewsMs.entries()) {
    // Waits are a tenth of the real ones, so that retries come soon.
    const time = { clock: new GoingClock(skewMs), scheduler: new WaitingScheduler(0.1) };
    hosts.push(await library.startHost(`host-${index}`, time));
  }
});
afterAll(() => library.close());

it('given three hosts that lose statements, sessions, leases and time, then every client has received what the log holds', async () => {
  const random = seededRandom(seedFrom('SVC_FAULT_SEED'));
  process.stdout.write(`simulation: SVC_FAULT_SEED=${random.seed}\n`);
  const wire = new LossyWire(random);
  for (const host of hosts) host.wire.fault = wire.fault;
  const endsAtMs = Date.now() + sliceMs;
  const spoken = new Speakers(hosts, random);
  const isOver = (): boolean => (isSlice ? Date.now() > endsAtMs : spoken.turns.length >= fullTurns);

  await Promise.all([
    disturb(library, hosts, random, isOver),
    ...speakers.map((user) => spoken.speak(callerOf(user), isOver)),
  ]);
  await wire.calm();
  await expireLeases(library);
  for (const host of hosts) await host.get(Leftovers).voidExpired();

  const [first] = hosts;
  if (!first) throw new Error('There is no host.');
  const { turns } = spoken;
  const complete = turns.filter(({ outcome }) => outcome === 'complete').length;
  process.stdout.write(
    `simulation: ${turns.length} turns, ${complete} complete, ${wire.losses} statements lost\n`,
  );
  expect(await audit(library, first, turns)).toEqual({
    turns: [],
    unended: [],
    leases: [],
    chainViolations: [],
    rebuilt: [],
  });
  // If everything failed, nothing was tested.
  expect(complete).toBeGreaterThan(turns.length / 2);
  expect(wire.losses).toBeGreaterThan(0);
});
