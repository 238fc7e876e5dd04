import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { programOf } from './program.js';

/** Runs a command of the operator's command line on an installation. Rejects when it fails. */
export function runAdmin(
  dataDir: string,
  ...args: readonly string[]
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  return promisify(execFile)(process.execPath, [...programOf('admin'), ...args], {
    env: { ...process.env, DATABASE_URL: '', SVC_DATA_DIR: dataDir },
  });
}

export interface SeededOrganization {
  readonly org_id: string;
  readonly user_id: string;
  readonly api_key_id: string;
  readonly api_key: string;
}

/** A further organization with its administrator, as an operator makes it. */
export async function createOrganization(dataDir: string, orgId: string): Promise<SeededOrganization> {
  const { stdout } = await runAdmin(
    dataDir,
    ...['organization', 'create', orgId, '--name', `Organization ${orgId}`],
    ...['--email', `administrator@${orgId}.example`],
  );
  return JSON.parse(stdout) as SeededOrganization;
}
