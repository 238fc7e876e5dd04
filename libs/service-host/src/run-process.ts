import { ConfigError, loadConfig, misspeltVariables } from '@svc/config';
import { StartupError } from '@svc/errors';
import { GracefulLifecycle } from '@svc/runtime';
import {
  createLogger,
  createMetrics,
  startTraces,
  tracesRequested,
  type Logger,
  type MetricsRegistry,
} from '@svc/telemetry';
import type { z } from 'zod';
import type { processConfig } from './service-config.js';
import { stopWithSupervisor, tellSupervisor } from './supervisor.js';

export interface StartingProcess<Config> {
  readonly config: Config;
  readonly logger: Logger;
  readonly metrics: MetricsRegistry;
  readonly lifecycle: GracefulLifecycle;
}

/**
 * The life of a process: reads its configuration, adds its parts, starts them in order and stops them on a signal. An
 * error that the installer can fix is printed as one sentence; the exit code is then 1.
 */
export async function runProcess<Config extends z.infer<typeof processConfig>>(
  name: string,
  schema: z.ZodType<Config> & z.ZodObject,
  compose: (process: StartingProcess<Config>) => void,
): Promise<void> {
  try {
    const config = loadConfig(schema, process.env);
    const logger = createLogger({ service: name, level: config.SVC_LOG_LEVEL });
    for (const { key, meant } of misspeltVariables(schema, process.env)) {
      logger.warn('a variable is set that this process does not read', { key, meant });
    }
    const lifecycle = new GracefulLifecycle({
      stopWithinMs: config.SVC_STOP_WITHIN_MS,
      report: (report) => logger.info('lifecycle', { ...report }),
    });
    if (tracesRequested(process.env)) {
      const traces = await startTraces({ serviceName: `svc-${name}`, logger });
      lifecycle.add({ name: 'traces', stop: () => traces.shutdown() });
    }
    compose({ config, logger, metrics: createMetrics(), lifecycle });
    lifecycle.stopOnSignals();
    stopWithSupervisor(lifecycle);
    await lifecycle.start();
    if (!lifecycle.isStopping) tellSupervisor();
  } catch (error) {
    exitFailed(error);
  }
}

/** Prints an error that the installer can fix as one sentence, and others with their stack. */
export function exitFailed(error: unknown): never {
  const isExpected = error instanceof StartupError || error instanceof ConfigError;
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${isExpected ? error.message : detail}\n`);
  process.exit(1);
}
