import { afterAll, beforeAll, describe } from '@jest/globals';
import { eventBusMigrations } from '../src/index.js';
import { createWorld, type World } from './contract/bank.js';
import type { BusUnderTest, ConnectedBus, OpenBus } from './contract/bus-under-test.js';
import { itServesGroups } from './contract/group-contract.js';
import { itAppliesOnce } from './contract/inbox-contract.js';
import { createLedger, schema } from './contract/ledger.js';
import { itParksStreams } from './contract/parking-contract.js';
import { itServesTails } from './contract/tail-contract.js';

export type { World } from './contract/bank.js';
export type { BusUnderTest, ConnectedBus, OpenBus } from './contract/bus-under-test.js';

/** Promises of every bus, over any transport. Each adapter calls this in its own test. */
export function describeEventBus(name: string, openBus: OpenBus): void {
  describe(`the event bus on ${name}`, () => {
    let world: World;
    let open: BusUnderTest;
    let here: ConnectedBus;
    beforeAll(async () => {
      world = await createWorld({ schema, folders: [eventBusMigrations] });
      await world.test.database.pool.query(createLedger);
      open = await openBus(world);
      here = await open.connect();
    });
    afterAll(async () => {
      await here?.close();
      await open?.close();
      await world?.test.drop();
    });

    describe('for groups', () => itServesGroups(() => ({ world, open, here })));
    describe('for consumers', () => itAppliesOnce(() => ({ world, open, here })));
    describe('for what fails', () => itParksStreams(() => ({ world, open, here })));
    describe('for tails', () => itServesTails(() => ({ world, open, here })));
  });
}
