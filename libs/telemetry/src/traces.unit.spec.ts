import { keepingExporter } from '../test/kept-spans.js';
import {
  AttributeName,
  inTrace,
  isSampled,
  openSpan,
  runInRequest,
  silentLogger,
  startTraces,
  tracesAreOn,
  tracesRequested,
  type OpenSpan,
  type SpanOptions,
  type Traces,
} from './index.js';
import { currentTrace } from './spans.js';

const incoming = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

async function inSpan(name: string, options: SpanOptions, work: (span: OpenSpan) => Promise<void>) {
  const span = openSpan(name, options);
  try {
    await span.run(() => work(span));
    span.end();
  } catch (error) {
    span.end(error);
    throw error;
  }
}

describe('traces switched off', () => {
  it('are off by default', () => {
    expect(tracesRequested({})).toBe(false);
    expect(tracesRequested({ SVC_TRACES: 'on' })).toBe(true);
    expect(tracesRequested({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' })).toBe(true);
    expect(tracesRequested({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', SVC_TRACES: 'off' })).toBe(
      false,
    );
  });

  it('still pass the incoming trace on', async () => {
    await runInRequest({ requestId: 'r', traceparent: incoming }, async () => {
      expect(currentTrace()).toMatchObject({ traceId: '0af7651916cd43dd8448eb211c80319c' });
      await inSpan('work', {}, (span) => {
        expect(span.traceparent).toBe(incoming);
        return Promise.resolve();
      });
    });
    expect(openSpan('rpc', { traceparent: incoming }).traceparent).toBe(incoming);
    expect(currentTrace()).toBeUndefined();
  });

  it.each([
    ['free text', 'a note to the readers of the log'],
    ['text that no gRPC header can hold', 'caf\u00e9\t'],
    ['a trace with a long tail', `${incoming}-${'a'.repeat(9_000)}`],
    ['a tail that a later version may have', `cc${incoming.slice(2)}-${'a'.repeat(9_000)}`],
  ])('pass nothing on that a client wrote as it liked: %s', (_what, traceparent) => {
    const passedOn = openSpan('request', { traceparent }).traceparent;
    expect([undefined, incoming]).toContain(passedOn);
  });

  it.each([
    '',
    incoming.slice(0, -3),
    `ff${incoming.slice(2)}`,
    incoming.toUpperCase(),
    incoming.replace(/-[0-9a-f]{32}-/, `-${'0'.repeat(32)}-`),
    incoming.replace(/-[0-9a-f]{16}-/, `-${'0'.repeat(16)}-`),
  ])('pass nothing on that is no traceparent: %j', (traceparent) => {
    expect(openSpan('request', { traceparent }).traceparent).toBeUndefined();
  });
});

describe('traces switched on', () => {
  let traces: Traces | undefined;
  afterEach(() => traces?.shutdown());

  const start = async (keepPersonal = false) => {
    const exporter = keepingExporter();
    traces = await startTraces({ serviceName: 'test', logger: silentLogger, exporter, keepPersonal });
    return {
      finished: async () => {
        await traces?.shutdown();
        return exporter.spans;
      },
    };
  };

  it('make one trace of nested work, across awaits, under the remote parent', async () => {
    const { finished } = await start();

    await inSpan('outer', { kind: 'server', traceparent: incoming }, async () => {
      await Promise.resolve();
      await inSpan('inner', {}, () => Promise.resolve());
    });

    const [inner, outer] = await finished();
    expect(outer?.parentSpanContext?.spanId).toBe('b7ad6b7169203331');
    expect(inner?.parentSpanContext?.spanId).toBe(outer?.spanContext().spanId);
    expect(inner?.spanContext().traceId).toBe('0af7651916cd43dd8448eb211c80319c');
    expect(outer?.resource.attributes['service.name']).toBe('test');
  });

  it('trace the work of a request, and begin no trace without one', async () => {
    const { finished } = await start();
    expect(await inTrace('poll', {}, () => Promise.resolve('polled'))).toBe('polled');
    await inSpan('request', { kind: 'server' }, async () => {
      await inTrace('question', { kind: 'client' }, () => Promise.resolve());
      const failure = Object.assign(new Error('my knee hurts'), { code: '23505' });
      await expect(inTrace('refused', {}, () => Promise.reject(failure))).rejects.toBe(failure);
    });
    const spans = await finished();
    expect(spans.map(({ name }) => name)).toEqual(['question', 'refused', 'request']);
    const request = spans[2]?.spanContext().spanId;
    expect(spans.map(({ parentSpanContext }) => parentSpanContext?.spanId)).toEqual([
      request,
      request,
      undefined,
    ]);
    expect(spans[1]?.attributes['error.type']).toBe('23505');
  });

  it('link a span to those that it works for, and ignore invalid ones', async () => {
    const { finished } = await start();
    await inSpan('batch', { kind: 'consumer', links: [incoming, 'free text'] }, () => Promise.resolve());
    const [batch] = await finished();
    expect(batch?.links.map(({ context }) => context)).toMatchObject([
      { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', isRemote: true },
    ]);
    expect(batch?.spanContext().traceId).not.toBe('0af7651916cd43dd8448eb211c80319c');
  });

  it('say that they are on, and whether a trace is wanted', async () => {
    expect(tracesAreOn()).toBe(false);
    const { finished } = await start();
    expect(tracesAreOn()).toBe(true);
    await finished();
    expect(tracesAreOn()).toBe(false);
    expect([incoming, incoming.replace(/01$/, '00'), 'free text', undefined].map(isSampled)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('give the running span as the traceparent of outgoing calls', async () => {
    const { finished } = await start();
    let sent: string | undefined;
    await inSpan('call', { kind: 'client' }, (span) => {
      sent = span.traceparent;
      expect(currentTrace()?.spanId).toBe(sent?.split('-')[2]);
      return Promise.resolve();
    });
    const [call] = await finished();
    expect(sent).toBe(`00-${call?.spanContext().traceId}-${call?.spanContext().spanId}-01`);
  });

  it('mark failed work by the code of the error and never by its message', async () => {
    const { finished } = await start();
    const failure = Object.assign(new Error('my knee hurts'), { code: 'conflict' });
    await expect(inSpan('work', {}, () => Promise.reject(failure))).rejects.toBe(failure);
    const [span] = await finished();
    expect(span?.attributes['error.type']).toBe('conflict');
    expect(JSON.stringify([span?.attributes, span?.events, span?.status])).not.toContain('knee');
  });

  it.each([
    [false, undefined],
    [true, 'my knee hurts'],
  ])('with personal values kept: %p', async (keepPersonal, exported) => {
    const { finished } = await start(keepPersonal);
    await inSpan('turn', { attributes: { [AttributeName.userMessage]: 'my knee hurts', n: 1 } }, () =>
      Promise.resolve(),
    );
    const [span] = await finished();
    expect(span?.attributes[AttributeName.userMessage]).toBe(exported);
    expect(span?.attributes['n']).toBe(1);
  });
});
