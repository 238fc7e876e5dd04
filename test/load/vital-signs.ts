import { readFileSync } from 'node:fs';
import { descendantsOf } from '../support/processes.js';
import type { StandaloneProcess } from '../support/standalone-process.js';

/** Of a standalone, since the last reading. */
export interface Effort {
  /** How late timers ran, in ms. */
  readonly eventLoopDelayMs: { readonly p99: number; readonly max: number };
  /** Processor time of Node since its start, in seconds. */
  readonly cpuSeconds: number;
}

/** In bytes. */
export interface Memory {
  readonly node: number;
  /** The database server and its children, shared pages counted once. */
  readonly database: number;
}

export async function effortOf(standalone: StandaloneProcess): Promise<Effort> {
  const text = await (await fetch(`${standalone.baseUrl}/metrics`)).text();
  return {
    eventLoopDelayMs: {
      p99: 1_000 * sample(text, 'event_loop_delay_seconds{quantile="0.99"}'),
      max: 1_000 * sample(text, 'event_loop_delay_seconds{quantile="1"}'),
    },
    cpuSeconds: sample(text, 'process_cpu_seconds'),
  };
}

function sample(metrics: string, name: string): number {
  const line = metrics.split('\n').find((one) => one.startsWith(`${name} `));
  if (line === undefined) throw new Error(`/metrics does not have ${name}.`);
  return Number(line.slice(name.length + 1));
}

/** Read from outside, since each look at `/metrics` begins a new span of its figures. 0 on systems without /proc. */
export function memoryOf(standalone: StandaloneProcess): Memory {
  const servers = descendantsOf(standalone.pid);
  return {
    node: kilobytes(`/proc/${standalone.pid}/status`, /^VmRSS:\s+(\d+) kB$/m),
    database: servers.reduce(
      (sum, { pid }) => sum + kilobytes(`/proc/${pid}/smaps_rollup`, /^Pss:\s+(\d+) kB$/m),
      0,
    ),
  };
}

function kilobytes(file: string, pattern: RegExp): number {
  try {
    return 1_024 * Number(pattern.exec(readFileSync(file, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0; // ended, or not supported by this system
  }
}
