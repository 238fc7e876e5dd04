import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import { silentLogger, startTraces } from '../src/index.js';

/** Unlike the SDK's in-memory exporter, this one keeps its spans after shutdown. */
export function keepingExporter(): SpanExporter & { readonly spans: readonly ReadableSpan[] } {
  const spans: ReadableSpan[] = [];
  return {
    spans,
    export: (batch, done) => {
      spans.push(...batch);
      done({ code: 0 });
    },
    shutdown: () => Promise.resolve(),
  };
}

/** Traces of this process, in memory. `finished` switches them off and returns the ended spans. */
export async function keepTraces(): Promise<{ finished(): Promise<readonly ReadableSpan[]> }> {
  const exporter = keepingExporter();
  const traces = await startTraces({ serviceName: 'test', logger: silentLogger, exporter });
  return {
    finished: async () => {
      await traces.shutdown();
      return exporter.spans;
    },
  };
}
