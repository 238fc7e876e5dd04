import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { makeTemporaryFolder, removeFolder } from '../support/data-folder.js';
import { DistributedProcess } from '../support/distributed-process.js';
import { beginConversation, signInAsDemoUser } from '../support/sessions.js';

jest.setTimeout(180_000); // a whole system is started

const traceId = '0af7651916cd43dd8448eb211c80319c';

let collector: Server;
/** What was exported: each body is of one process, which it names. */
const exported: Buffer[] = [];
let folder: string;
let system: DistributedProcess;

beforeAll(async () => {
  collector = createServer((request, response) => {
    const body: Buffer[] = [];
    request.on('data', (chunk: Buffer) => body.push(chunk));
    request.on('end', () => {
      exported.push(Buffer.concat(body));
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  folder = makeTemporaryFolder();
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  system = await DistributedProcess.start({
    dataDir: folder,
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_COMPRESSION: 'none' },
  });
});
afterAll(async () => {
  collector.close();
  removeFolder(folder);
});

it('given a request with a trace, then all processes that it reaches continue it, down to their databases', async () => {
  const client = await signInAsDemoUser(system.baseUrl, system.credentials());
  const { id } = await beginConversation(client, system.credentials().service_id);
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };
  const body = new FormData();
  body.append('initial_message_type', 'user-message');
  body.append('recorded_message', 'hello');
  const query = { request_format: 'text', response_format: 'text' };
  await (await client.request('POST', `conversation/${id}/interact`, { headers, query, body })).text();
  expect(await system.stop()).toMatchObject({ exitCode: 0 });

  const ofTrace = exported.filter((one) => one.includes(Buffer.from(traceId, 'hex')));
  const spansOf = (service: string) =>
    Buffer.concat(ofTrace.filter((one) => one.includes(`svc-${service}`))).toString('latin1');
  expect(spansOf('gateway')).toContain('/svc.conversations.v1.ConversationsService/Interact');
  expect(spansOf('conversations')).toContain('/svc.conversations.v1.ConversationsService/Interact');
  expect(spansOf('conversations')).toContain('/svc.identity.v1.IdentityService/GetUserContexts');
  expect(spansOf('conversations')).toContain('conversations.append_');
  expect(spansOf('identity')).toContain('/svc.identity.v1.IdentityService/GetUserContexts');
  expect(spansOf('identity')).toContain('postgresql');
});
