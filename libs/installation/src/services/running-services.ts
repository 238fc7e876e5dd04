import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { connectServices, type ServiceConnections } from './service-clients.js';
import { installerTls } from '../data-folder/certificates.js';
import type { ByService } from '../contexts/process-names.js';

/** Exists while the services of a data folder run as processes of their own; for the installer's commands. */
const fileName = 'services.json';

/** @param addresses of the services, for others on this machine: `localhost:20123` */
export function writeAddresses(dataDir: string, addresses: ByService<string>): void {
  writeFileSync(path.join(dataDir, fileName), `${JSON.stringify(addresses, null, 2)}\n`, { mode: 0o600 });
}

export function removeAddresses(dataDir: string): void {
  rmSync(path.join(dataDir, fileName), { force: true });
}

/** Undefined if none run as processes of their own. A killed system may leave addresses without a server. */
export function connectRunningServices(dataDir: string): ServiceConnections | undefined {
  let text: string;
  try {
    text = readFileSync(path.join(dataDir, fileName), 'utf8');
  } catch {
    return undefined;
  }
  const addresses = JSON.parse(text) as ByService<string>;
  return connectServices((name) => addresses[name], installerTls(dataDir));
}
