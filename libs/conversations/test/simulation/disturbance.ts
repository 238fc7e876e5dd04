import { setTimeout as delay } from 'node:timers/promises';
import type { SeededRandom } from '@svc/testing';
import { ReadModels } from '../../src/application/read-models.js';
import { Leftovers } from '../../src/index.js';
import type { Host } from '../host.js';
import type { Library } from '../library.js';
import { expireLeases } from '../storage.js';

/** Ends one of the sessions that run a statement. */
const endSession = `
  SELECT pg_terminate_backend(pid) FROM (
    SELECT pid FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'active'
     ORDER BY random() LIMIT 1) AS victim`;

/** Until it is over: expired leases, sweeps, starts, rebuilds and ended sessions, about twenty a second. */
export async function disturb(
  library: Library,
  hosts: readonly Host[],
  random: SeededRandom,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    await delay(random.below(100));
    const host = hosts[random.below(hosts.length)] as Host;
    // Each of them may be hit by the others.
    await disturbOnce(library, host, random.below(100)).catch(() => undefined);
  }
}

async function disturbOnce(library: Library, host: Host, what: number): Promise<void> {
  if (what < 25) await expireLeases(library);
  else if (what < 70) await host.scheduler.tick();
  else if (what < 75) await host.get(ReadModels).rebuild();
  else if (what < 80) await host.get(Leftovers).voidOwn();
  else await library.database.pool.query(endSession);
}
