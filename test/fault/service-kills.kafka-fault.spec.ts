import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { nothingWrong, ServiceRun, services } from './bus/service-run.js';
import { testCluster } from './bus/test-cluster.js';
import { isFullRun } from './fault-length.js';

jest.setTimeout(8 * 60_000);

/** In ms: each service is killed once at least. */
const loadMs = isFullRun ? 60_000 : 0;

let run: ServiceRun;
beforeEach(async () => {
  run = await ServiceRun.begin(await testCluster());
});
afterEach(() => run.end());

it('given each service killed in turn, then what users did has its effect in the other services once', async () => {
  await run.goesOn();
  do {
    for (const service of services) {
      await run.kill(service);
      await run.goesOn();
    }
  } while (run.loadedForMs < loadMs);

  expect(await run.audit()).toEqual(nothingWrong);
});
