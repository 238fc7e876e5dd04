import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { StartupError } from '@svc/errors';
import type { DataFolder } from './data-folder.js';
import type { ServerBinaries } from './server-binaries.js';
import { runAs } from './server-user.js';
import { serverPort } from './socket-folder.js';

export interface ServerProcess {
  readonly pid: number;
  /** Resolves with a short reason when the process has ended, for whatever cause. */
  readonly ended: Promise<string>;
  /** Fast shutdown: open transactions are rolled back, then a checkpoint. */
  stop(): Promise<void>;
}

export interface ServerProcessOptions {
  readonly folder: DataFolder;
  readonly binaries: ServerBinaries;
  readonly socketFolder: string;
  readonly settings: Readonly<Record<string, string | number>>;
  /** The server's own log lines. */
  readonly serverLog?: ((line: string) => void) | undefined;
}

/** Recovery after a crash replays at most a few checkpoints' worth of log; this bound is for a disk that hangs. */
const readyLimitMs = 300_000;
const stopLimitMs = 30_000;

/** Durability is never traded for speed; the rest keeps the server on its socket and its log free of user content. */
function serverSettings(socketFolder: string): Record<string, string | number> {
  return {
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    wal_recycle: 'off', // a recycled file keeps its old bytes, names and keys, until they are overwritten
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    port: serverPort,
    jit: 'off', // costs our short statements more than it saves
    lc_messages: 'C',
    log_min_messages: 'log', // refused statements are reported to their caller; the server's text may quote personal data
    log_checkpoints: 'off',
    logging_collector: 'off',
    log_line_prefix: '',
  };
}

/** Resolves when the server accepts connections. @throws StartupError with the server's own reason. */
export function launchServer(options: ServerProcessOptions): Promise<ServerProcess> {
  const settings = { ...serverSettings(options.socketFolder), ...options.settings };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(options.binaries.postgres, ['-D', options.folder.cluster, ...flags], {
    ...runAs(options.folder.user),
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true, // Ctrl-C in a terminal must reach only the application, which still needs its database to drain
  });
  const endWithApplication = () => child.kill('SIGINT');
  process.once('exit', endWithApplication);

  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ? `ended by ${signal}` : `exit code ${code}`));
    child.once('error', (error) => resolve(error.message));
  });
  void ended.then(() => process.removeListener('exit', endWithApplication));

  async function stop(): Promise<void> {
    child.kill('SIGINT');
    const impatience = setTimeout(() => child.kill('SIGQUIT'), stopLimitMs);
    await ended;
    clearTimeout(impatience);
  }

  return new Promise<ServerProcess>((resolve, reject) => {
    const reasons: string[] = [];
    const giveUp = setTimeout(() => {
      child.kill('SIGQUIT');
      reject(
        new StartupError(
          `The database in ${options.folder.cluster} was not ready after ${readyLimitMs / 1000} seconds: look at its disk and start again.`,
        ),
      );
    }, readyLimitMs);
    createInterface({ input: child.stderr }).on('line', (line) => {
      options.serverLog?.(line);
      if (/^(FATAL|PANIC|DETAIL|HINT):/.test(line)) reasons.push(line.replace(/^[A-Z]+:\s*/, ''));
      if (!line.includes('database system is ready to accept connections')) return;
      clearTimeout(giveUp);
      resolve({ pid: child.pid ?? 0, ended, stop });
    });
    void ended.then((reason) => {
      clearTimeout(giveUp);
      const why = reasons.length > 0 ? reasons.join(' ') : reason;
      reject(new StartupError(`The database in ${options.folder.cluster} does not start: ${why}`));
    });
  });
}
