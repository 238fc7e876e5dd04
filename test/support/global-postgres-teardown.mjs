// Jest's global tear-down, the counterpart of `global-postgres.mjs`.
import { rmSync } from 'node:fs';

export default async function stopTestPostgres() {
  for (const server of globalThis.svcTestServers ?? []) {
    await server.stop();
    rmSync(server.dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
