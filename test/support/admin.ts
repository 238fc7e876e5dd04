import { execFile } from 'node:child_process';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { programOf } from './program.js';

interface Said {
  readonly stdout: string;
  readonly stderr: string;
}

/** A command of the installer ended with a code other than 0. */
export class CommandFailed extends Error implements Said {
  override readonly name = 'CommandFailed';

  constructor(
    readonly code: number,
    readonly stdout: string,
    readonly stderr: string,
  ) {
    super(`The command ended with ${code}: ${stderr}`);
  }
}

const environment = (dataDir: string) => ({ ...process.env, DATABASE_URL: '', SVC_DATA_DIR: dataDir });

/**
 * Runs a command of the installer's command line on an installation, in the process that the run has started for that
 * (`admin-server.mjs`) where there is one. Rejects when it fails.
 */
export async function runAdmin(dataDir: string, ...args: readonly string[]): Promise<Said> {
  const { SVC_TEST_ADMIN: socketPath } = process.env;
  if (socketPath === undefined) return runCommandLine(dataDir, ...args);
  const { code, stdout, stderr } = await new Promise<Said & { readonly code: number }>((resolve, reject) => {
    const asked = request({ socketPath, method: 'POST', agent: false }, (response) => {
      text(response).then((body) => resolve(JSON.parse(body) as Said & { code: number }), reject);
    });
    asked.once('error', reject);
    asked.end(JSON.stringify({ args, env: environment(dataDir) }));
  });
  if (code !== 0) throw new CommandFailed(code, stdout, stderr);
  return { stdout, stderr };
}

/** The same as a separate process, as an installer would run it. */
export function runCommandLine(dataDir: string, ...args: readonly string[]): Promise<Said> {
  const program = programOf('admin');
  return promisify(execFile)(process.execPath, [...program, ...args], { env: environment(dataDir) });
}

export interface SeededOrganization {
  readonly org_id: string;
  readonly user_id: string;
  readonly api_key_id: string;
  readonly api_key: string;
}

/** A further organization with its administrator, as an installer makes it. */
export async function createOrganization(dataDir: string, orgId: string): Promise<SeededOrganization> {
  const { stdout } = await runAdmin(
    dataDir,
    ...['organization', 'create', orgId, '--name', `Organization ${orgId}`],
    ...['--email', `administrator@${orgId}.example`],
  );
  return JSON.parse(stdout) as SeededOrganization;
}
