import { describe, expect, it } from '@jest/globals';
import { collect } from '../support/stream-events.js';
import { SuiteSystem } from '../support/suite-system.js';
import { TraceCollector } from '../support/trace-collector.js';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const secret = 'the patient is called Ada';

const system = new SuiteSystem({ counterpart: () => TraceCollector.start(), env: { SVC_LOG_LEVEL: 'info' } });

describe('telemetry', () => {
  it('shows figures of the process and its requests as Prometheus metrics', async () => {
    const metrics = await (await fetch(`${system.baseUrl}/metrics`)).text();

    for (const name of [
      'event_loop_delay_seconds',
      'process_resident_memory_bytes',
      'event_horizon_age_seconds',
      'conversation_turns_running',
    ]) {
      expect(metrics).toMatch(new RegExp(`^${name}(\\{[^}]*\\})? [\\d.e+-]+$`, 'm'));
    }
  });

  it('logs each request with its id and trace, and nothing that anybody said', async () => {
    const client = system.administrator;
    const { id } = await system.begin(client);
    await collect(client.interact(id, secret));

    const response = await client.request('GET', 'service/', {
      headers: { 'x-request-id': 'my-request-1', traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
    });
    expect(response.headers.get('x-request-id')).toBe('my-request-1');
    const output = await system.process.untilItSays('my-request-1');

    const line = output.split('\n').find((text) => text.includes('"my-request-1"'));
    expect(JSON.parse(line ?? '')).toMatchObject({
      level: 'info',
      request_id: 'my-request-1',
      trace_id: traceId,
      'http.route': expect.stringContaining('/service'),
      'http.response.status_code': 200,
    });
    expect(output).not.toContain(secret);
    expect(output).not.toContain(system.credentials.api_key);
  });

  it('exports one trace over HTTP and gRPC, without what anybody said', async () => {
    await system.process.stop();

    const all = Buffer.concat(system.counterpart.exported);
    expect(all.includes(Buffer.from(traceId, 'hex'))).toBe(true);
    const text = all.toString('latin1');
    expect(text).toContain('/svc.agents.v1.AgentsService/ListServices');
    expect(text).toContain('/svc.conversations.v1.ConversationsService/Interact');
    expect(text).toContain('http.route');
    expect(text).not.toContain(secret);
    expect(text).not.toContain(system.credentials.api_key);
  });
});
