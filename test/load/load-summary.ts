import os from 'node:os';
import type { LoadReport } from './converse-at-once.js';
import type { Memory } from './vital-signs.js';
import { rateLimitsSentence } from '../support/rate-limits.js';

/** The report of a load as lines of text: figures with their conditions. */
export function summarize(report: LoadReport): readonly string[] {
  const { turns, conversations, events, tookMs, eventLoopDelayMs, cpuSeconds, idleMemory, memory, faults } =
    report;
  const complete = turns.filter(({ outcome }) => outcome === 'complete');
  const lengths = complete.map(({ askedAtMs, endedAtMs }) => endedAtMs - askedAtMs);
  const firstPieces = complete.map(({ askedAtMs, firstPieceAtMs = Infinity }) => firstPieceAtMs - askedAtMs);
  const seconds = tookMs / 1_000;
  const half = Math.ceil(memory.length / 2);
  const most = (of: keyof Memory) =>
    [memory.slice(0, half), memory.slice(half)].map((looks) =>
      megabytes(Math.max(0, ...looks.map((look) => look[of]))),
    );
  return [
    `${complete.length} turns acknowledged of ${turns.length} in ${conversations} conversations, ${events} events in the log`,
    `${faults.length} faults (failed requests, lost, doubled or differing turns, broken hash chains)`,
    `${(complete.length / seconds).toFixed(1)} turns/s over ${seconds.toFixed(0)} s`,
    `turn:        p50 ${ms(lengths, 0.5)}, p99 ${ms(lengths, 0.99)}, max ${ms(lengths, 1)}`,
    `first piece: p50 ${ms(firstPieces, 0.5)}, p99 ${ms(firstPieces, 0.99)}, max ${ms(firstPieces, 1)}`,
    `event-loop delay over the whole load: p99 ${eventLoopDelayMs.p99.toFixed(1)} ms, max ${eventLoopDelayMs.max.toFixed(1)} ms`,
    `memory of Node:     ${megabytes(idleMemory.node)} idle, up to ${most('node').join(' in the first half, ')} in the second`,
    `memory of Postgres: ${megabytes(idleMemory.database)} idle, up to ${most('database').join(' in the first half, ')} in the second`,
    `processor of Node:  ${((100 * cpuSeconds) / seconds).toFixed(0)} % of a core`,
  ];
}

/** Where the figures were taken. */
export function conditions(): string {
  const [cpu] = os.cpus();
  return (
    `Node ${process.version}, ${os.platform()} ${os.arch()}, ${os.cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}) ` +
    `shared with the clients, load ${os.loadavg()[0]?.toFixed(2)} before. ${rateLimitsSentence}`
  );
}

function ms(values: readonly number[], quantile: number): string {
  const sorted = values.toSorted((one, other) => one - other);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(quantile * sorted.length))] ?? NaN;
  return `${value.toFixed(1)} ms`;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_048_576)} MiB`;
}
