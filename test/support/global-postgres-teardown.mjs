// Jest's global tear-down, the counterpart of `global-postgres.mjs`.
import { rmSync } from 'node:fs';

export default async function stopTestPostgres() {
  const server = globalThis.svcTestPostgres;
  if (!server) return;
  await server.stop();
  rmSync(server.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
