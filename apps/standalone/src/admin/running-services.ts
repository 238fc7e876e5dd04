import { StartupError } from '@svc/errors';
import type { Configuration } from '../configuration.js';
import { openLocalServices, type LocalServices } from '../local-services.js';

const reachableWithinMs = 2_000;

/**
 * The services of a standalone that runs, for commands that ask it.
 * @throws StartupError when none does
 */
export async function withRunningServices(
  { SVC_DATA_DIR: dataDir }: Configuration,
  work: (clients: LocalServices['clients']) => Promise<void>,
): Promise<void> {
  const services = openLocalServices(dataDir);
  try {
    await services.clients.identityAdmin.waitUntilReady(reachableWithinMs).catch((cause: unknown) => {
      throw new StartupError(
        `Nothing runs on ${dataDir}: start it with npm start, or name its folder with SVC_DATA_DIR.`,
        { cause },
      );
    });
    await work(services.clients);
  } finally {
    services.disconnect();
  }
}
