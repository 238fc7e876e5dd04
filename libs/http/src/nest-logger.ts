import type { LoggerService } from '@nestjs/common';
import type { Logger } from '@svc/telemetry';

/** Nest's own warnings and errors in our log. Its lines at start repeat ours. */
export function nestLogger(logger: Logger): LoggerService {
  const line =
    (level: 'warn' | 'error') =>
    (message: unknown, ...details: unknown[]): void =>
      logger[level](`nest: ${String(message)}`, { details: details.map(String) });
  return { log: () => undefined, warn: line('warn'), error: line('error'), fatal: line('error') };
}
