import os from 'node:os';
import type { LoadReport } from './converse-at-once.js';

/** The report of a load as lines of text: figures with their conditions. */
export function summarize(report: LoadReport): readonly string[] {
  const { turns, conversations, events, tookMs, idle, underLoad, faults } = report;
  const complete = turns.filter(({ outcome }) => outcome === 'complete');
  const lengths = complete.map(({ askedAtMs, endedAtMs }) => endedAtMs - askedAtMs);
  const firstPieces = complete.map(({ askedAtMs, firstPieceAtMs = Infinity }) => firstPieceAtMs - askedAtMs);
  const seconds = tookMs / 1_000;
  const cpuSeconds = (underLoad.at(-1)?.cpuSeconds ?? 0) - idle.cpuSeconds;
  const p99s = underLoad.map(({ eventLoopDelayMs }) => eventLoopDelayMs.p99);
  const maxima = underLoad.map(({ eventLoopDelayMs }) => eventLoopDelayMs.max);
  const nodeMemory = underLoad.map((look) => look.nodeMemory);
  const databaseMemory = underLoad.map((look) => look.databaseMemory);
  return [
    `${complete.length} turns acknowledged of ${turns.length} in ${conversations} conversations, ${events} events in the log`,
    `${faults.length} faults (failed requests, lost, doubled or differing turns, broken hash chains)`,
    `${(complete.length / seconds).toFixed(1)} turns/s over ${seconds.toFixed(0)} s`,
    `turn:        p50 ${ms(lengths, 0.5)}, p99 ${ms(lengths, 0.99)}, max ${ms(lengths, 1)}`,
    `first piece: p50 ${ms(firstPieces, 0.5)}, p99 ${ms(firstPieces, 0.99)}, max ${ms(firstPieces, 1)}`,
    `event-loop delay per ${underLoad.length > 1 ? '5 s' : 'run'}: p99 ${ms(p99s, 0.5)} in the median, ${ms(p99s, 1)} at worst; max ${ms(maxima, 1)}`,
    `memory of Node:     ${megabytes(idle.nodeMemory)} idle, up to ${megabytes(Math.max(...nodeMemory))} under load`,
    `memory of Postgres: ${megabytes(idle.databaseMemory)} idle, up to ${megabytes(Math.max(...databaseMemory))} under load`,
    `processor of Node:  ${((100 * cpuSeconds) / seconds).toFixed(0)} % of a core`,
  ];
}

/** Where the figures were taken. */
export function conditions(): string {
  const [cpu] = os.cpus();
  return (
    `Node ${process.version}, ${os.platform()} ${os.arch()}, ${os.cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}) ` +
    `shared with the clients, load ${os.loadavg()[0]?.toFixed(2)} before`
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
