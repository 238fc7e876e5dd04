import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RpcTls } from '@svc/rpc';
import { createAuthority } from '@svc/rpc/authority';
import { processNames, type ProcessName } from '../contexts/process-names.js';

/** Its holder may act as the installer: this process, and `npm run admin`. */
const installer = 'installer';

type Holder = ProcessName | typeof installer;

/** Longer than a development system runs; each start creates new ones. */
const validForDays = 365;

/**
 * Creates an authority, and a certificate for each process and for the installer, in `certificates/` of the data folder
 * (0700, files 0600). Each start creates new ones, so they never expire in use. The authority's key is not stored.
 */
export function makeCertificates(dataDir: string): void {
  const folder = folderIn(dataDir);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  const authority = createAuthority('svc on this machine', validForDays);
  const write = (file: string, content: Buffer): void => writeFileSync(file, content, { mode: 0o600 });
  write(path.join(folder, 'ca.crt'), authority.ca);
  for (const holder of [...processNames, installer] as const) {
    const { certificate, key } = authority.issue(holder, 'localhost');
    const files = certificateFiles(dataDir, holder);
    write(files.SVC_RPC_CERT, certificate);
    write(files.SVC_RPC_KEY, key);
  }
}

/** The files of a process, under the variables that name them. */
export function certificateFiles(dataDir: string, holder: Holder) {
  const folder = folderIn(dataDir);
  return {
    SVC_RPC_CA: path.join(folder, 'ca.crt'),
    SVC_RPC_CERT: path.join(folder, `${holder}.crt`),
    SVC_RPC_KEY: path.join(folder, `${holder}.key`),
  };
}

/** For calls to the services that only the installer may make. */
export function installerTls(dataDir: string): RpcTls {
  const files = certificateFiles(dataDir, installer);
  return {
    ca: readFileSync(files.SVC_RPC_CA),
    certificate: readFileSync(files.SVC_RPC_CERT),
    key: readFileSync(files.SVC_RPC_KEY),
  };
}

function folderIn(dataDir: string): string {
  return path.join(dataDir, 'certificates');
}
