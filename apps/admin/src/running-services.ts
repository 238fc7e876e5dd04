import { StartupError } from '@svc/errors';
import { connectRunningServices, openLocalServices, type ServiceClients } from '@svc/installation';
import type { Session } from './session.js';

/** One that goes on with many conversations after a crash answers late on a busy machine. */
const reachableWithinMs = 6_000;

/**
 * The services of a running installation, in one process or in several, for commands that call it.
 * @throws StartupError if none runs
 */
export async function withRunningServices(
  session: Session,
  work: (clients: ServiceClients) => Promise<void>,
): Promise<void> {
  const { SVC_DATA_DIR: dataDir } = session.configuration;
  const services = connectRunningServices(dataDir) ?? openLocalServices(dataDir);
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
