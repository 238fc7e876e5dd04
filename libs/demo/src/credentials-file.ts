import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What a newcomer needs for a first conversation. */
export interface DemoCredentials {
  readonly base_url: string;
  readonly org_id: string;
  /** An administrator. */
  readonly user_id: string;
  readonly api_key_id: string;
  readonly api_key: string;
  readonly service_id: string;
  /** Of that organization; for the Platform interface. */
  readonly workspace_id: string;
  readonly workspace_api_key: string;
}

export function credentialsFileOf(dataDir: string): string {
  return path.join(dataDir, 'credentials.json');
}

/** Absent in files from before there were workspaces. */
export type KnownCredentials = Omit<DemoCredentials, 'workspace_id' | 'workspace_api_key'> &
  Partial<DemoCredentials>;

/** Undefined if the file is missing or invalid: then the credentials are created again. */
export function readCredentials(dataDir: string): KnownCredentials | undefined {
  try {
    const credentials = JSON.parse(readFileSync(credentialsFileOf(dataDir), 'utf8')) as KnownCredentials;
    return typeof credentials.api_key === 'string' ? credentials : undefined;
  } catch {
    return undefined;
  }
}

/** Mode 0600, written atomically. */
export function writeCredentials(dataDir: string, credentials: DemoCredentials): void {
  const file = credentialsFileOf(dataDir);
  const draft = `${file}.${process.pid}.draft`;
  try {
    writeFileSync(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flush: true });
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}
