import { afterAll, beforeAll, describe } from '@jest/globals';
import { createWorld, type World } from './contract/bank.js';
import type { BusUnderTest, ConnectedBus, OpenBus } from './contract/bus-under-test.js';
import { itServesGroups } from './contract/group-contract.js';
import { itServesTails } from './contract/tail-contract.js';

export type { World } from './contract/bank.js';
export type { BusUnderTest, ConnectedBus, OpenBus } from './contract/bus-under-test.js';

/** What every bus keeps, whatever carries it. Each adapter calls this in a test of its own. */
export function describeEventBus(name: string, openBus: OpenBus): void {
  describe(`the event bus on ${name}`, () => {
    let world: World;
    let open: BusUnderTest;
    let here: ConnectedBus;
    beforeAll(async () => {
      world = await createWorld({ schema: 'ledger', folders: [] });
      open = await openBus(world);
      here = await open.connect();
    });
    afterAll(async () => {
      await here?.close();
      await open?.close();
      await world?.test.drop();
    });

    describe('for groups', () => itServesGroups(() => ({ world, open, here })));
    describe('for tails', () => itServesTails(() => ({ world, here })));
  });
}
