import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

export interface RunningProcess {
  readonly pid: number;
  readonly parentPid: number;
  readonly command: string;
}

/** Every process of this machine that runs; zombies do not. */
export function runningProcesses(): readonly RunningProcess[] {
  const all = existsSync('/proc/self/stat') ? fromProc() : fromPs();
  return all.filter(({ state }) => !state.startsWith('Z') && !state.startsWith('X'));
}

/** The processes that `pid` has started, and those that they have started. */
export function descendantsOf(pid: number): readonly RunningProcess[] {
  const all = runningProcesses();
  const below = (parent: number): readonly RunningProcess[] =>
    all.filter(({ parentPid }) => parentPid === parent).flatMap((child) => [child, ...below(child.pid)]);
  return below(pid);
}

export function isRunning(pid: number): boolean {
  return runningProcesses().some((running) => running.pid === pid);
}

type ProcessWithState = RunningProcess & { readonly state: string };

/** proc_pid_stat(5): number, command in brackets (which may itself hold brackets), state, parent. */
function fromProc(): readonly ProcessWithState[] {
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return numbers.flatMap((number) => {
    let text: string;
    try {
      text = readFileSync(`/proc/${number}/stat`, 'utf8');
    } catch {
      return []; // it has ended
    }
    const close = text.lastIndexOf(')');
    const [state = '', parent] = text.slice(close + 2).split(' ');
    return {
      pid: Number(number),
      parentPid: Number(parent),
      state,
      command: text.slice(text.indexOf('(') + 1, close),
    };
  });
}

function fromPs(): readonly ProcessWithState[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,state=,comm='], { encoding: 'utf8' })
    .trim()
    .split('\n');
  return lines.map((line) => {
    const [pid, parent, state = '', ...command] = line.trim().split(/\s+/);
    return {
      pid: Number(pid),
      parentPid: Number(parent),
      state,
      command: command.join(' ').replace(/^.*\//, ''),
    };
  });
}
