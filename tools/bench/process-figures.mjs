// What a process takes, as Linux counts it.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { descendantsOf } from '../../test/support/processes.ts';

export const residentBytes = (pid) =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;

let ticksPerSecond;

/** @returns processor time of all its threads since its start, in ms, in steps of 10 */
export function processorMs(pid) {
  ticksPerSecond ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Behind the command, which may hold spaces: state is the third field, utime the fourteenth, stime the fifteenth.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond;
}

/** @returns processor time in ms since its start: of its main thread, of its other threads, and of the processes below it */
export function spentMs(pid) {
  const threads = threadsMs(pid);
  const main = threads.get(pid) ?? 0;
  const below = descendantsOf(pid).map((child) => sum(threadsMs(child.pid).values()));
  return { main, others: sum(threads.values()) - main, database: sum(below) };
}

const sum = (values) => [...values].reduce((one, other) => one + other, 0);

/** By thread; none of a process that has ended. */
function threadsMs(pid) {
  try {
    const folder = `/proc/${pid}/task`;
    return new Map(
      readdirSync(folder).map((thread) => {
        const [nanoseconds] = readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ');
        return [Number(thread), Number(nanoseconds) / 1e6];
      }),
    );
  } catch {
    return new Map();
  }
}
