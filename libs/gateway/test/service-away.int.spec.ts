import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSocketFolder } from '@svc/rpc';
import { createMetrics, silentLogger } from '@svc/telemetry';
import { createGateway } from '../src/index.js';
import { issuer, startTestGateway, type TestGateway } from './harness.js';

const nothing = { hasMore: false, nextOffset: undefined };

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({
    agents: { listServices: async () => ({ services: [], page: nothing, filterValues: undefined }) },
    conversations: { listConversations: async () => ({ conversations: [], page: nothing }) },
  });
});
afterAll(() => gateway.stop());

const statusOf = async (path: string): Promise<number> => (await gateway.call('GET', path)).status;

describe('a service that is away', () => {
  it('fails only what needs it: 503, with the time to retry', async () => {
    expect([await statusOf('/v1/demo/service/'), await statusOf('/v1/demo/conversation/')]).toEqual([
      200, 200,
    ]);

    await gateway.stopService('agents');

    const refused = await gateway.call('GET', '/v1/demo/service/');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await refused.json()).toMatchObject({ error_code: 'service_unavailable' });
    expect(await statusOf('/v1/demo/conversation/')).toBe(200);
  });

  it('does not make the gateway unready, and is named by a metric', async () => {
    expect(await statusOf('/readyz')).toBe(200);
    const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
    expect(metrics).toMatch(/^rpc_service_reachable\{service="agents"\} 0$/m);
    expect(metrics).toMatch(/^rpc_service_reachable\{service="conversations"\} 1$/m);
  });

  it('does not stop the start of the gateway', async () => {
    const folder = createSocketFolder(`gateway-alone-${process.pid}`);
    const alone = await createGateway({
      services: {
        identity: folder.address('identity'),
        agents: folder.address('agents'),
        conversations: folder.address('conversations'),
        memory: folder.address('memory'),
        webhooks: folder.address('webhooks'),
        world: folder.address('world'),
      },
      issuer,
      clock: gateway.clock,
      ids: { uuid: () => crypto.randomUUID() },
      logger: silentLogger,
      metrics: createMetrics(),
    });
    const url = await alone.listen(0, '127.0.0.1');
    const key = { 'x-api-key': 'key', 'x-api-key-id': crypto.randomUUID(), 'x-user-id': 'f'.repeat(24) };
    const refused = await fetch(`${url}/v1/demo/user/signin_with_api_key`, { method: 'POST', headers: key });
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    await alone.stop(0);
    folder.remove();
  });
});
