import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, readdirSync } from 'node:fs';

/** A process, told apart from later ones that get the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Opaque; equal only for the same process on the same boot. */
  readonly startedAt: string;
}

/** Undefined when no such process runs; a zombie no longer runs. */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  const startedAt = process.platform === 'linux' ? startOnLinux(pid) : startByPs(pid);
  return startedAt === undefined ? undefined : { pid, startedAt };
}

/**
 * The server processes that have `folder` open: a Postgres server and its children work inside their data folder.
 * Elsewhere than on Linux only `postmasterPid` can be judged, by its command line.
 */
export function serverProcessesIn(folder: string, postmasterPid: number | undefined): readonly number[] {
  if (process.platform !== 'linux') {
    return postmasterPid !== undefined && commandByPs(postmasterPid).includes(folder) ? [postmasterPid] : [];
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return statOnLinux(pid)?.command === 'postgres' && readlinkSync(`/proc/${pid}/cwd`) === folder;
      } catch {
        return false; // gone meanwhile, or another user's
      }
    });
}

interface LinuxStat {
  readonly command: string;
  readonly state: string;
  readonly startTicks: string;
}

/** proc_pid_stat(5): the command is in brackets and may itself hold brackets; state is field 3, start is field 22. */
function statOnLinux(pid: number): LinuxStat | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  const close = text.lastIndexOf(')');
  const fields = text.slice(close + 2).split(' ');
  return {
    command: text.slice(text.indexOf('(') + 1, close),
    state: fields[0] ?? '',
    startTicks: fields[19] ?? '',
  };
}

function startOnLinux(pid: number): string | undefined {
  const stat = statOnLinux(pid);
  if (stat === undefined || stat.state === 'Z' || stat.state === 'X') return undefined;
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${stat.startTicks}`;
}

function startByPs(pid: number): string | undefined {
  const [state = '', ...start] = ps(pid, 'state=,lstart=').split(/\s+/);
  return state === '' || state.startsWith('Z') ? undefined : start.join(' ');
}

function commandByPs(pid: number): string {
  return ps(pid, 'command=');
}

function ps(pid: number, columns: string): string {
  try {
    return execFileSync('ps', ['-o', columns, '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return ''; // ps exits with 1 when there is no such process
  }
}
