import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@svc/postgres';

/** A database server for one test, which can be killed. */
export class OwnPostgres {
  #ended = Promise.withResolvers<void>();

  private constructor(private readonly server: EmbeddedPostgres) {}

  static async start(): Promise<OwnPostgres> {
    const dataDir = path.join(os.tmpdir(), `svc-test-own-postgres-${randomBytes(6).toString('hex')}`);
    const server = await startEmbeddedPostgres({
      dataDir,
      log: () => undefined,
      onUnexpectedExit: () => own.#ended.resolve(),
      settings: { max_connections: 100 },
    });
    const own = new OwnPostgres(server);
    return own;
  }

  /** Stays the same. */
  get connectionString(): string {
    return this.server.connectionString;
  }

  /** `kill -9` of the server, and its next start. */
  async killAndRestart(): Promise<void> {
    this.#ended = Promise.withResolvers();
    process.kill(this.server.pid, 'SIGKILL');
    await this.#ended.promise;
    await this.server.restart();
  }

  async end(): Promise<void> {
    await this.server.stop();
    rmSync(this.server.dataDir, { recursive: true, force: true });
  }
}
