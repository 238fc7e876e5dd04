import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync } from 'node:fs';
import { EchoService } from '../test/echo-service.js';
import { aborted, createHarness, deferred, echoing, settled } from '../test/harness.js';
import { hostings, systems } from '../test/hosting.js';
import { createClient } from './index.js';
import { socketPathOf } from './unix-socket.js';

const fileOf = (address: string): string => socketPathOf(address) ?? '';

describe.each(systems)('served by %s over %s:', (hosting, way) => {
  const harness = createHarness(hosting, way);
  afterAll(() => harness.close());

  describe('a server that stops', () => {
    it('lets a running call end, and takes no new one', async () => {
      const [started, release] = [deferred(), deferred()];
      const { client, server } = await harness.start({
        echo: async (request) => {
          started.resolve();
          await release.promise;
          return request;
        },
      });
      const running = client.echo({ text: 'last words' });
      await started.promise;

      const stopping = server.stop(5_000);
      const late = createClient(EchoService, server.address);
      await expect(late.echo({ text: 'late' })).rejects.toMatchObject({ code: 'service_unavailable' });
      release.resolve();

      expect(await running).toEqual({ text: 'last words' });
      await stopping;
      expect(existsSync(fileOf(server.address))).toBe(false);
      late.close();
    });

    it('aborts a call that outlasts the grace, and waits for its handler to clean up', async () => {
      const started = deferred();
      let cleanedUp = false;
      const { client, server } = await harness.start({
        count: async function* (_request, { signal }) {
          try {
            yield await Promise.resolve({ index: 0 });
            started.resolve();
            await aborted(signal);
          } finally {
            await new Promise((resolve) => setImmediate(resolve));
            cleanedUp = true;
          }
        },
      });
      const reading = (async () => {
        for await (const { index } of client.count({ to: 1 })) expect(index).toBe(0);
      })();
      const outcome = expect(reading).rejects.toMatchObject({ code: 'service_unavailable' });
      await started.promise;

      await server.stop(50);

      expect(cleanedUp).toBe(true);
      await outcome;
    });

    it('can be started again on the same address, and clients reconnect', async () => {
      const { client, server } = await harness.start({});
      await client.echo({ text: 'one' });
      await server.stop(1_000);
      const again = await harness.start(echoing, server.address);
      await client.waitUntilReady(5_000);
      expect(await client.echo({ text: 'two' })).toEqual({ text: 'two' });
      await again.server.stop(0);
    });
  });

  describe('a server that is busy', () => {
    it('rejects more than its calls in flight, over all connections, with the time to retry', async () => {
      const release = deferred();
      const [unaryRuns, streamRuns] = [deferred(), deferred()];
      const { client, server } = await harness.start(
        {
          echo: async (request) => {
            unaryRuns.resolve();
            await release.promise;
            return request;
          },
          count: async function* () {
            streamRuns.resolve();
            await release.promise;
            yield { index: 0 };
          },
        },
        undefined,
        { limits: { callsInFlight: 2 } },
      );
      const other = createClient(EchoService, server.address);
      const busy = {
        code: 'service_unavailable',
        retryAfterSeconds: 1,
        message: expect.stringContaining('busy'),
      };
      const running = [client.echo({ text: 'one' }), client.count({ to: 1 }).next()] as const;
      await Promise.all([unaryRuns.promise, streamRuns.promise]);

      await expect(client.echo({ text: 'two' })).rejects.toMatchObject(busy);
      await expect(other.count({ to: 1 }).next()).rejects.toMatchObject(busy);
      release.resolve();

      expect(await Promise.all(running)).toEqual([{ text: 'one' }, { done: false, value: { index: 0 } }]);
      expect(await other.echo({ text: 'three' })).toEqual({ text: 'three' });
      other.close();
    });

    it('counts the call of a caller that left until its handler has ended', async () => {
      const [entered, cleanUp] = [deferred(), deferred()];
      const { client } = await harness.start(
        {
          echo: async (request) => {
            if (request.text === 'stay') return request;
            entered.resolve();
            await cleanUp.promise;
            return request;
          },
        },
        undefined,
        { limits: { callsInFlight: 1 } },
      );
      const leaving = new AbortController();
      const left = client.echo({ text: 'leave' }, { signal: leaving.signal });
      await entered.promise;
      leaving.abort(new Error('hung up'));
      await expect(left).rejects.toThrow('hung up');

      await expect(client.echo({ text: 'stay' })).rejects.toMatchObject({ code: 'service_unavailable' });
      cleanUp.resolve();
      // The handler ends in this turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
      expect(await client.echo({ text: 'stay' })).toEqual({ text: 'stay' });
    });
  });

  describe('the socket of a server', () => {
    it('replaces a file that a killed process left', async () => {
      const address = harness.folder.address('stale');
      const listenAndDie = `require('net').createServer().listen(${JSON.stringify(fileOf(address))}, () => process.kill(process.pid, 'SIGKILL'))`;
      spawnSync(process.execPath, ['-e', listenAndDie]);
      expect(lstatSync(fileOf(address)).isSocket()).toBe(true);

      const { client } = await harness.start({}, address);

      expect(await client.echo({ text: 'x' })).toEqual({ text: 'x' });
    });

    it('is never taken from a living server', async () => {
      const { client, server } = await harness.start({});
      await expect(harness.start({}, server.address)).rejects.toThrow('Another process already listens on');
      expect(await client.echo({ text: 'x' })).toEqual({ text: 'x' });
    });

    it('is left to the next server, which may take the address while the last handlers clean up', async () => {
      const entered = deferred();
      const cleanUp = deferred();
      const { client, server } = await harness.start({
        echo: async (_request, { signal }) => {
          entered.resolve();
          await aborted(signal);
          await cleanUp.promise;
          return { text: '' };
        },
      });
      const cutOff = client.echo({ text: 'x' }).catch(() => undefined);
      await entered.promise;
      const stopped = server.stop(0);
      await cutOff;
      const next = await harness.start({}, server.address);
      cleanUp.resolve();
      await stopped;
      expect(await next.client.echo({ text: 'x' })).toEqual({ text: 'x' });
    });

    it('is rejected with a clear message if its path is too long', async () => {
      await expect(harness.start({}, `unix:///tmp/${'x'.repeat(120)}.sock`)).rejects.toThrow(
        'longer than 103 bytes',
      );
    });
  });
});

describe.each(hostings)('served by %s:', (hosting) => {
  const harness = createHarness(hosting);
  afterAll(() => harness.close());

  it('limits the open streams of one connection', async () => {
    const release = deferred();
    let most = 0;
    let running = 0;
    const { client } = await harness.start(
      {
        echo: async (request) => {
          most = Math.max(most, (running += 1));
          if (request.text === 'wait') await release.promise;
          running -= 1;
          return request;
        },
      },
      undefined,
      { limits: { streamsPerConnection: 2 } },
    );
    // A client knows the limit once the server's settings have arrived.
    await client.echo({ text: 'first' });
    const calls = Array.from({ length: 6 }, () => client.echo({ text: 'wait' }));
    expect(await settled(() => running)).toBe(2);
    release.resolve();
    expect(await Promise.all(calls)).toHaveLength(6);
    expect(most).toBe(2);
  });
});
