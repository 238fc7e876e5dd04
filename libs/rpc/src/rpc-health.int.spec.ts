import { HealthService } from '@svc/contracts/grpc/health/v1/health';
import { createHarness, deferred, type EchoHandlers } from '../test/harness.js';
import { hostings } from '../test/hosting.js';
import { createClient } from './index.js';

describe.each(hostings)('the health of a server of %s', (hosting) => {
  const harness = createHarness(hosting);
  afterAll(() => harness.close());

  const start = async (handlers: Partial<EchoHandlers> = {}, callsInFlight = 10) => {
    const { server, client: echo } = await harness.start(handlers, undefined, { limits: { callsInFlight } });
    const client = createClient(HealthService, server.address);
    return { server, echo, client };
  };

  it('is known only for the server and for each of its services', async () => {
    const { client } = await start();
    const serving = { status: 'SERVING' };
    expect(await client.check({ service: '' })).toEqual(serving);
    expect(await client.check({ service: 'svc.test.v1.EchoService' })).toEqual(serving);
    await expect(client.check({ service: 'svc.other.v1.OtherService' })).rejects.toMatchObject({
      code: 'not_found',
    });
    client.close();
  });

  it('is good while it has the maximum number of calls', async () => {
    const held = deferred();
    const { client, echo } = await start({ echo: ({ text }) => held.promise.then(() => ({ text })) }, 1);
    const running = echo.echo({ text: 'held' });
    await expect(echo.echo({ text: 'one too many' })).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await client.check({ service: '' })).toEqual({ status: 'SERVING' });
    held.resolve();
    await running;
    client.close();
  });

  it('given a stop, then watchers are told before running calls have ended, and keep nobody waiting', async () => {
    const held = deferred();
    const entered = deferred();
    const { client, echo, server } = await start({
      echo: async ({ text }) => {
        entered.resolve();
        await held.promise;
        return { text };
      },
    });
    const running = echo.echo({ text: 'held' });
    await entered.promise;
    const seen = client.watch({ service: 'svc.test.v1.EchoService' });
    expect(await seen.next()).toMatchObject({ value: { status: 'SERVING' } });

    const stopping = server.stop(30_000);

    expect(await seen.next()).toMatchObject({ value: { status: 'NOT_SERVING' } });
    expect((await seen.next()).done).toBe(true);
    held.resolve();
    expect(await running).toEqual({ text: 'held' });
    await stopping;
    client.close();
  });

  it('given a watcher of an unknown service, says so, and waits for it', async () => {
    const { client, server } = await start();
    const seen = client.watch({ service: 'svc.other.v1.OtherService' });
    expect(await seen.next()).toMatchObject({ value: { status: 'SERVICE_UNKNOWN' } });
    await server.stop(30_000);
    client.close();
  });
});
