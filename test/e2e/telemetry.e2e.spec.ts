import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { makeTemporaryFolder, removeFolder } from '../support/data-folder.js';
import { beginConversation, signInAsDemoUser } from '../support/sessions.js';
import { StandaloneProcess } from '../support/standalone-process.js';
import { collect } from '../support/stream-events.js';

jest.setTimeout(180_000); // the first one starts a whole system

const traceId = '0af7651916cd43dd8448eb211c80319c';
const secret = 'the patient is called Ada';

let collector: Server;
const exported: Buffer[] = [];
let dataDir: string;
let standalone: StandaloneProcess;

beforeAll(async () => {
  collector = createServer((request, response) => {
    const body: Buffer[] = [];
    request.on('data', (piece: Buffer) => body.push(piece));
    request.on('end', () => {
      exported.push(Buffer.concat(body));
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  dataDir = makeTemporaryFolder();
  standalone = await StandaloneProcess.start({
    dataDir,
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
      SVC_LOG_LEVEL: 'info',
    },
  });
});
afterAll(async () => {
  if (standalone?.isRunning) await standalone.stop();
  collector.close();
  removeFolder(dataDir);
});

describe('telemetry', () => {
  it('shows how the process is, and how it serves, as Prometheus metrics', async () => {
    const metrics = await (await fetch(`${standalone.baseUrl}/metrics`)).text();

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
    const client = await signInAsDemoUser(standalone.baseUrl, standalone.credentials());
    const { id } = await beginConversation(client, standalone.credentials().service_id);
    await collect(client.interact(id, secret));

    const response = await client.request('GET', 'service/', {
      headers: { 'x-request-id': 'my-request-1', traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
    });
    expect(response.headers.get('x-request-id')).toBe('my-request-1');
    const output = await standalone.untilItSays('my-request-1');

    const line = output.split('\n').find((text) => text.includes('"my-request-1"'));
    expect(JSON.parse(line ?? '')).toMatchObject({
      level: 'info',
      request_id: 'my-request-1',
      trace_id: traceId,
      'http.route': expect.stringContaining('/service'),
      'http.response.status_code': 200,
    });
    expect(output).not.toContain(secret);
    expect(output).not.toContain(standalone.credentials().api_key);
  });

  it('exports one trace over HTTP and gRPC, without what anybody said', async () => {
    await standalone.stop();

    const all = Buffer.concat(exported);
    expect(all.includes(Buffer.from(traceId, 'hex'))).toBe(true);
    const text = all.toString('latin1');
    expect(text).toContain('/svc.agents.v1.AgentsService/ListServices');
    expect(text).toContain('/svc.conversations.v1.ConversationsService/Interact');
    expect(text).toContain('http.route');
    expect(text).not.toContain(secret);
    expect(text).not.toContain(standalone.credentials().api_key);
  });
});
