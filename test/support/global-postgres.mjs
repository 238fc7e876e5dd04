// Jest's global set-up of the int, fault and e2e tiers: one embedded Postgres for the whole run, or one for each of
// SVC_TEST_DATABASE_SERVERS workers. Tests find the addresses in SVC_TEST_DATABASE_URL, separated by spaces. An
// address that is already set is kept. It runs from the sources, without a build.
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { removeAbandoned } from './abandoned.mjs';
import './source-loader.mjs';

const prefix = 'svc-test-postgres-';
/** These servers do not outlive their run; with `fsync` off the product would refuse them. */
const quick = { synchronous_commit: 'off', autovacuum: 'off' };

export default async function startTestPostgres() {
  if (process.env.SVC_TEST_DATABASE_URL) return;
  await removeAbandoned();
  const { startEmbeddedPostgres } = await import('@svc/postgres');
  const { temporaryRoot } = await import('../../libs/testing/src/temporary-root.ts');
  const folder = temporaryRoot();

  const count = Number(process.env.SVC_TEST_DATABASE_SERVERS || 1);
  const servers = await Promise.all(
    Array.from({ length: count }, () => startOne(startEmbeddedPostgres, folder)),
  );
  process.env.SVC_TEST_DATABASE_URL = servers.map(({ connectionString }) => connectionString).join(' ');
  process.env.SVC_TEST_DATABASE_PIDS = servers.map(({ pid }) => pid).join(' ');
  (globalThis.svcReleases ??= []).push(async () => {
    for (const server of servers) {
      await server.stop();
      remove(server.dataDir);
    }
  });
}

function startOne(startEmbeddedPostgres, folder) {
  const dataDir = path.join(folder, `${prefix}${process.pid}-${randomBytes(4).toString('hex')}`);
  const lines = [];
  return startEmbeddedPostgres({
    dataDir,
    log: () => {},
    serverLog: (line) => lines.push(line),
    settings: { max_connections: 200, ...quick },
    onUnexpectedExit: (reason) =>
      console.error(`A test database ended (${reason}).\n${lines.slice(-20).join('\n')}`),
  });
}

function remove(folder) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
