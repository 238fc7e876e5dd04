import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';

const { SVC_PROCESSOR_TIME_FILE: file, SVC_TEST_DATABASE_PIDS: servers = '' } = process.env;
/** A clock tick in /proc on Linux. */
const tickMs = 10;

/**
 * Processor time so far, in ms: of this process, of its children that have ended and, on Linux, of the database server of
 * this worker.
 */
function processorTime() {
  const { user, system } = process.cpuUsage();
  const own = (user + system) / 1_000;
  const pids = servers.split(' ').filter(Boolean);
  const server = pids[(Number(process.env.JEST_WORKER_ID ?? 1) - 1) % pids.length];
  return own + ticks('self').children * tickMs + (server ? ticks(server).all * tickMs : 0);
}

function ticks(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [user, system, ofChildren, ofChildrenSystem] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15)
      .map(Number);
    const children = ofChildren + ofChildrenSystem;
    return { children, all: user + system + children };
  } catch {
    return { children: 0, all: 0 };
  }
}

/** @returns {(testPath: string) => void} to be called once the tests of a file are over: notes what they took. */
export function takeProcessorTime() {
  if (!file) return () => undefined;
  const before = processorTime();
  return (testPath) => {
    const suite = path.relative(process.cwd(), testPath);
    appendFileSync(file, `${JSON.stringify({ suite, ms: Math.round(processorTime() - before) })}\n`);
  };
}
