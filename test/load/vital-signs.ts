import { readFileSync } from 'node:fs';
import { descendantsOf } from '../support/processes.js';
import type { StandaloneProcess } from '../support/standalone-process.js';

/** One look at a running standalone. */
export interface VitalSigns {
  /** 99th percentile and maximum since the look before, in ms. */
  readonly eventLoopDelayMs: { readonly p99: number; readonly max: number };
  /** Resident memory of Node, in bytes. */
  readonly nodeMemory: number;
  /** Memory of the database server and its children, shared pages counted once; 0 where the system does not tell. */
  readonly databaseMemory: number;
  /** Processor time of Node since its start, in seconds. */
  readonly cpuSeconds: number;
}

export async function lookAt(standalone: StandaloneProcess): Promise<VitalSigns> {
  const text = await (await fetch(`${standalone.baseUrl}/metrics`)).text();
  return {
    eventLoopDelayMs: {
      p99: 1_000 * sample(text, 'event_loop_delay_seconds{quantile="0.99"}'),
      max: 1_000 * sample(text, 'event_loop_delay_seconds{quantile="1"}'),
    },
    nodeMemory: sample(text, 'process_resident_memory_bytes'),
    databaseMemory: descendantsOf(standalone.pid).reduce((sum, { pid }) => sum + proportionalMemory(pid), 0),
    cpuSeconds: sample(text, 'process_cpu_seconds'),
  };
}

function sample(metrics: string, name: string): number {
  const line = metrics.split('\n').find((one) => one.startsWith(`${name} `));
  if (line === undefined) throw new Error(`/metrics does not have ${name}.`);
  return Number(line.slice(name.length + 1));
}

function proportionalMemory(pid: number): number {
  try {
    const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
    return 1_024 * Number(kilobytes ?? 0);
  } catch {
    return 0;
  }
}
