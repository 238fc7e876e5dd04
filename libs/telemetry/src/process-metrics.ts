import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { GaugeSample, Metrics } from './metrics.js';

/** Sampling interval of the delay, in ms. The histogram includes the interval itself, so we subtract it. */
const resolutionMs = 10;
const nanosecondsPerSecond = 1e9;

export interface ProcessMetrics {
  stop(): void;
}

/**
 * `event_loop_delay_seconds` with quantile 0.5, 0.99 and 1 since the previous scrape, and memory and processor time of
 * this process under the usual names of Prometheus clients.
 */
export function collectProcessMetrics(metrics: Metrics): ProcessMetrics {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  const seconds = (nanoseconds: number): number =>
    Math.max(0, nanoseconds / nanosecondsPerSecond - resolutionMs / 1000);

  metrics.gauge({
    name: 'event_loop_delay_seconds',
    description: 'How late timers ran since the previous scrape.',
    observe: () => {
      const samples: GaugeSample[] =
        delay.count === 0
          ? []
          : [
              { value: seconds(delay.percentile(50)), labels: { quantile: '0.5' } },
              { value: seconds(delay.percentile(99)), labels: { quantile: '0.99' } },
              { value: seconds(delay.max), labels: { quantile: '1' } },
            ];
      delay.reset();
      return samples;
    },
  });
  metrics.gauge({
    name: 'process_resident_memory_bytes',
    description: 'Resident memory of this process.',
    observe: () => [{ value: process.memoryUsage.rss() }],
  });
  metrics.gauge({
    name: 'process_heap_used_bytes',
    description: 'JavaScript heap in use.',
    observe: () => [{ value: process.memoryUsage().heapUsed }],
  });
  metrics.gauge({
    name: 'process_cpu_seconds',
    description: 'Processor time used since the start, user and system together.',
    observe: () => {
      const { user, system } = process.cpuUsage();
      return [{ value: (user + system) / 1e6 }];
    },
  });
  return { stop: () => void delay.disable() };
}
