// What a process takes, as Linux counts it.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

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
