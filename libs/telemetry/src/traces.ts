import { context, diag, DiagLogLevel, trace } from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from './logger.js';
import { dropPersonalAttributes } from './personal-attributes.js';
import { switchTraces } from './tracing-switch.js';

export interface TracesOptions {
  readonly serviceName: string;
  readonly logger: Logger;
  /** Keeps attributes with `.pii.` in their key. */
  readonly keepPersonal?: boolean;
  /** The destination of spans; default OTLP over HTTP, configured by the standard `OTEL_EXPORTER_OTLP_*` variables. */
  readonly exporter?: SpanExporter;
}

export interface Traces {
  /** Sends pending spans and switches traces off again. */
  shutdown(): Promise<void>;
}

/** Traces are off unless `SVC_TRACES=on` or an OTLP endpoint is set; `SVC_TRACES=off` wins over an endpoint. */
export function tracesRequested(environment: Readonly<Record<string, string | undefined>>): boolean {
  const wanted = environment['SVC_TRACES']?.trim().toLowerCase();
  if (wanted) return ['on', 'true', '1'].includes(wanted);
  return Boolean(
    environment['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? environment['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'],
  );
}

/**
 * Switches traces on for this process. Loads the SDK only here, so a process without traces does not pay for it. The
 * HTTP, RPC, bus and database libraries create spans themselves; there is no monkey patching.
 */
export async function startTraces(options: TracesOptions): Promise<Traces> {
  const [sdk, { AsyncLocalStorageContextManager }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/resources'),
  ]);
  reportThrough(options.logger);
  const exporter = options.exporter ?? (await otlpExporter());
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': options.serviceName }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.AlwaysOnSampler() }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: options.keepPersonal ? exporter : dropPersonalAttributes(exporter),
      }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  switchTraces('on');
  return {
    shutdown: async () => {
      switchTraces('off');
      trace.disable();
      context.disable();
      await provider.shutdown();
    },
  };
}

async function otlpExporter(): Promise<SpanExporter> {
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-proto');
  return new OTLPTraceExporter();
}

/** The SDK's messages (such as an unreachable collector) go to our log, warnings and errors only. */
function reportThrough(logger: Logger): void {
  const warn = (message: string): void =>
    logger.warn('telemetry could not be delivered', { reason: message });
  const ignore = (): void => undefined;
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
