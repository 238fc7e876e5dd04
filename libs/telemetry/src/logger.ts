import { pino } from 'pino';
import { loggable } from './redaction.js';
import { currentRequest } from './current-request.js';
import { currentTrace } from './spans.js';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';
export type LogFields = Readonly<Record<string, unknown>>;

/**
 * Structured logs. The message is a constant sentence, the fields hold what varies. `error` as a field name takes an
 * `Error`. Secrets are redacted by key name; keys with `.pii.` are dropped by default.
 */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** A logger that adds the fields to each line. */
  child(fields: LogFields): Logger;
}

export interface LoggerOptions {
  /** In each line: `gateway`. */
  readonly service: string;
  readonly level?: LogLevel;
  /** Keeps fields with `.pii.` in their key. */
  readonly keepPersonal?: boolean;
  /** Receives each line, with its newline; standard output by default. */
  readonly write?: (line: string) => void;
}

/** JSON lines with `time`, `level`, `service`, `message`, the ids of the current request and trace, and the fields. */
export function createLogger(options: LoggerOptions): Logger {
  const { write, keepPersonal = false } = options;
  const instance = pino(
    {
      level: options.level ?? 'info',
      base: { service: options.service },
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      mixin: correlation,
    },
    ...(write ? [{ write }] : []),
  );
  return wrap(instance, keepPersonal);
}

function wrap(instance: pino.Logger, keepPersonal: boolean): Logger {
  const clean = (fields: LogFields): object => loggable(fields, keepPersonal) as object;
  const at =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (message: string, fields: LogFields = {}): void => {
      if (instance.isLevelEnabled(level)) instance[level](clean(fields), message);
    };
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: (fields) => wrap(instance.child(clean(fields)), keepPersonal),
  };
}

function correlation(): object {
  const trace = currentTrace();
  return {
    request_id: currentRequest()?.requestId,
    ...(trace && { trace_id: trace.traceId, span_id: trace.spanId }),
  };
}

const ignore = (): void => undefined;

/** For tests and for tools with other output. */
export const silentLogger: Logger = {
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  child: () => silentLogger,
};
