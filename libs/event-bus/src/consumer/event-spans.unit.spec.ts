import { jest } from '@jest/globals';
import { trace } from '@opentelemetry/api';
import { currentRequest } from '@svc/telemetry';
import { keepTraces } from '@svc/telemetry/kept-spans';
import { handlingBatch, handlingOne } from './event-spans.js';
import type { ReceivedEvent } from './received-event.js';

const traceparentOf = (digit: string, flags = '01') => `00-${digit.repeat(32)}-${digit.repeat(16)}-${flags}`;
const event = (traceparent?: string): ReceivedEvent => ({
  source: 'bank',
  type: 'MoneyDeposited',
  data: {},
  personal: 'none',
  tenantId: 'org:demo',
  streamId: 'org:demo/account/1',
  subject: null,
  streamVersion: 1,
  eventId: '01933b1e-0000-7000-8000-000000000003',
  occurredAtMs: 1,
  metadata: {
    actor: 'user:1',
    correlationId: 'request-1',
    causationId: 'command-1',
    ...(traceparent !== undefined && { traceparent }),
  },
});
const nothing = () => Promise.resolve();

describe('traces of what consumers do', () => {
  it('given one event, then its span is a child of the one that appended it', async () => {
    const traces = await keepTraces();
    await handlingOne(event(traceparentOf('a')), 'shop.prices', nothing);
    await handlingBatch([event(traceparentOf('b'))], 'shop.prices', nothing);
    const spans = await traces.finished();
    expect(spans.map(({ name, parentSpanContext }) => [name, parentSpanContext?.spanId])).toEqual([
      ['process bank.MoneyDeposited', 'a'.repeat(16)],
      ['process bank.MoneyDeposited', 'b'.repeat(16)],
    ]);
  });

  it('given events that are handled together, then one span of a trace of its own links to each of theirs', async () => {
    const traces = await keepTraces();
    const [one, other, unsampled] = [traceparentOf('a'), traceparentOf('b'), traceparentOf('c', '00')];
    const batch = [event(one), event(other), event(one), event(unsampled), event()];
    await handlingBatch(batch, 'shop.prices', nothing);
    const spans = await traces.finished();
    expect(spans.map(({ name, links }) => [name, links.map(({ context }) => context.traceId)])).toEqual([
      ['process bank.MoneyDeposited', ['a'.repeat(32), 'b'.repeat(32)]],
    ]);
    expect(spans[0]?.parentSpanContext).toBeUndefined();
    expect(spans[0]?.attributes['messaging.batch.message_count']).toBe(5);
  });

  it('given an unsampled request, then there is no trace', async () => {
    const traces = await keepTraces();
    await handlingOne(event(), 'shop.prices', nothing);
    await handlingOne(event(traceparentOf('a', '00')), 'shop.prices', nothing);
    await handlingBatch([event(), event(traceparentOf('a', '00'))], 'shop.prices', nothing);
    expect(await traces.finished()).toEqual([]);
  });

  it('given a failure, then the span has failed, and it is passed on', async () => {
    const traces = await keepTraces();
    const error = new Error('no');
    const fail = () => Promise.reject(error);
    await expect(handlingOne(event(traceparentOf('a')), 'shop.prices', fail)).rejects.toBe(error);
    expect((await traces.finished())[0]?.attributes['error.type']).toBe('Error');
  });

  it('when they are off, then no span is made, and the request continues', async () => {
    const getTracer = jest.spyOn(trace, 'getTracer');
    const [one, other] = [event(traceparentOf('a')), event(traceparentOf('b'))];
    const seen = await handlingOne(one, 'shop.prices', async () => currentRequest());
    await handlingBatch([one, other], 'shop.prices', nothing);
    expect(seen).toEqual({ requestId: 'request-1', traceparent: traceparentOf('a') });
    expect(getTracer).not.toHaveBeenCalled();
  });
});
