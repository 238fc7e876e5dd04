import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  createDatabase,
  DiskFullError,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type PooledDatabase,
  type SessionLimits,
} from '@svc/postgres';
import type { Logger } from '@svc/telemetry';
import type { Configuration } from '../configuration.js';
import { DatabaseRecovery } from './database-recovery.js';

export interface StandaloneDatabase {
  readonly pool: PooledDatabase;
  /** All files of an installation with an embedded server: its data folder, and the server's if that is elsewhere. */
  readonly folders: readonly string[];
  /** False between a crash of the embedded server and its return. */
  isServing(): boolean;
  /** False while the disk of the embedded server is nearly full. */
  takesChanges(): boolean;
  close(): Promise<void>;
}

export interface DatabaseWatch {
  /** The embedded server has crashed and is back: its running work was lost. */
  readonly onServerReturned: () => Promise<void>;
  /** The embedded server has crashed and does not come back. */
  readonly onServerLost: (error: unknown) => void;
}

export interface OpenOptions {
  readonly mustExist?: boolean;
  readonly limits?: Partial<SessionLimits>;
}

/**
 * The embedded server under the data folder, or the one of DATABASE_URL; one pool that all services share.
 * @throws StartupError also if `mustExist` is set and there is no embedded database
 */
export async function openDatabase(
  configuration: Pick<Configuration, 'DATABASE_URL' | 'SVC_DATA_DIR' | 'SVC_DATABASE_CONNECTIONS'>,
  say: (line: string) => void,
  logger: Logger,
  watch: DatabaseWatch,
  { mustExist = false, limits = {} }: OpenOptions = {},
): Promise<StandaloneDatabase> {
  let embedded: EmbeddedPostgres | undefined;
  const storing = { isStopped: false, owesReturn: false };
  const recovery = new DatabaseRecovery({
    restart: async () => embedded?.restart(),
    onReturned: async () => {
      storing.owesReturn = storing.isStopped;
      if (!storing.isStopped) await watch.onServerReturned();
      logger.warn('the database server is back', { takesChanges: !storing.isStopped });
    },
    onLost: watch.onServerLost,
    isWorthWaiting: (error) => error instanceof DiskFullError,
    pause: delay,
  });
  const onWriteStop = (isStopped: boolean): void => {
    storing.isStopped = isStopped;
    if (isStopped)
      logger.error('the disk of the database is nearly full: nothing more is stored, reading goes on');
    else logger.warn('the disk of the database has space again: storing goes on');
    if (!isStopped && storing.owesReturn) recovery.settleAgain();
  };
  if (configuration.DATABASE_URL === undefined) {
    embedded = await startEmbeddedPostgres({
      dataDir: embeddedServerFolder(configuration.SVC_DATA_DIR),
      mustExist,
      log: say,
      serverLog: (line) => logger.debug('database server', { line }),
      settings: { max_connections: configuration.SVC_DATABASE_CONNECTIONS + 40 },
      onUnexpectedExit: (reason) => {
        logger.error('the database server ended unexpectedly and is being restarted', { reason });
        recovery.crashed();
      },
      onWriteStop,
      onWatchError: (error) => logger.warn('the database server could not be looked after', { error }),
    });
  }
  const pool = createDatabase({
    connectionString: embedded?.connectionString ?? configuration.DATABASE_URL ?? '',
    maxConnections: configuration.SVC_DATABASE_CONNECTIONS,
    applicationName: 'svc-standalone',
    limits,
    onConnectionLost: (error) => logger.warn('an idle database connection was lost', { error }),
  });

  return {
    pool,
    folders: embedded ? foldersOf(configuration.SVC_DATA_DIR, embedded.dataDir) : [],
    isServing: () => recovery.isServing,
    takesChanges: () => !storing.isStopped,
    close: async () => {
      await recovery.end();
      await pool.close();
      await embedded?.stop();
    },
  };
}

/** In the data folder of the installation. */
export function embeddedServerFolder(dataDir: string): string {
  return path.join(dataDir, 'postgres');
}

function foldersOf(dataDir: string, serverDir: string): readonly string[] {
  const home = path.resolve(dataDir);
  return serverDir.startsWith(`${home}${path.sep}`) ? [home] : [home, serverDir];
}
