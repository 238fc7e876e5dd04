// How the figures of the bus are measured and printed.
import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from '../percentiles.mjs';

/** Resolves when a growing count has reached `target`. */
export async function until(count, target) {
  while (count() < target) await pause(5);
}

/** @returns events per second, and processor time of this process for each in microseconds */
export async function rate(events, work) {
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return {
    perSecond: Math.round((events * 1_000) / (performance.now() - startedAt)),
    microseconds: Math.round((user + system) / events),
  };
}

export function tellRate(onProgress, what, { perSecond, microseconds }, reference) {
  const ratio = reference === undefined ? undefined : Number((perSecond / reference).toFixed(3));
  onProgress({ name: what, value: perSecond, unit: 'events/s', reference, ratio });
  onProgress({ name: `${what}, processor time of an event`, value: microseconds, unit: 'us' });
}

export function tellDelays(onProgress, what, values) {
  for (const [name, part] of [
    ['p50', 0.5],
    ['p99', 0.99],
  ])
    onProgress({ name: `${what}, ${name}`, value: Number(percentile(values, part).toFixed(1)), unit: 'ms' });
}
