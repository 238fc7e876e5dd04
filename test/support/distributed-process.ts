import { setTimeout as delay } from 'node:timers/promises';
import { fillDataFolder } from './data-folder.js';
import { findFreePort } from './free-port.js';
import { ProductProcess } from './product-process.js';
import { programOf, type AppName } from './program.js';
import type { SystemOptions } from './running-system.js';

/** What it says when all of its processes serve. */
const readySentence = 'Ready in ';

type Service = Exclude<AppName, 'standalone' | 'admin' | 'distributed'>;

/** `npm run distributed`: a process per service under one that supervises them, on an embedded database. */
export class DistributedProcess extends ProductProcess {
  /** Resolves when it says that it is ready. @throws Error when it ends before. */
  static async start({ dataDir, env }: SystemOptions): Promise<DistributedProcess> {
    if (!env?.['DATABASE_URL']) fillDataFolder(dataDir);
    const port = await findFreePort();
    const args = programOf('distributed');
    const program = { command: process.execPath, args, dataDir, port, env };
    const system = new DistributedProcess(program);
    await system.untilItSays(readySentence);
    return system;
  }

  /** The current process of a service, from the output. */
  pidOf(app: Service): number {
    const told = [...this.output.matchAll(new RegExp(`^${app}\\b.*\\bprocess (\\d+)`, 'gm'))];
    return Number(told.at(-1)?.[1]);
  }

  /** `kill -9` of a service. Resolves when it has been started again and serves. */
  async killService(app: Service): Promise<void> {
    const pid = this.pidOf(app);
    process.kill(pid, 'SIGKILL');
    while (this.pidOf(app) === pid) await delay(20);
  }

  /** `kill -9` of the process that supervises all others. */
  async killSupervisor(): Promise<void> {
    await this.child.exitedAfter('SIGKILL');
  }
}
