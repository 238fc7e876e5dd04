import { getEventListeners } from 'node:events';
import { aborted, createHarness, deferred, settled } from '../test/harness.js';
import { systems } from '../test/hosting.js';

describe.each(systems)('served by %s over %s:', (hosting, way) => {
  const harness = createHarness(hosting, way);
  afterAll(() => harness.close());

  describe('cancellation', () => {
    it('of a unary call aborts the handler and rejects with the reason of the caller', async () => {
      const seen = deferred<AbortSignal>();
      const { client } = await harness.start({
        echo: async (request, { signal }) => {
          seen.resolve(signal);
          await aborted(signal);
          return request;
        },
      });
      const leaving = new AbortController();
      const call = client.echo({ text: '' }, { signal: leaving.signal });
      const signal = await seen.promise;

      leaving.abort(new Error('hung up'));

      await expect(call).rejects.toThrow('hung up');
      await aborted(signal);
    });

    it('of a stream by its signal aborts the handler and ends its iterable, also while it waits', async () => {
      const cleanedUp = deferred();
      const { client } = await harness.start({
        count: async function* (_request, { signal }) {
          try {
            yield { index: 0 };
            await aborted(signal);
            yield { index: 1 };
          } finally {
            cleanedUp.resolve();
          }
        },
      });
      const leaving = new AbortController();
      const got: number[] = [];
      const reading = (async () => {
        for await (const { index } of client.count({ to: 2 }, { signal: leaving.signal })) {
          got.push(index);
          leaving.abort(new Error('hung up'));
        }
      })();

      await expect(reading).rejects.toThrow('hung up');
      await cleanedUp.promise;
      expect(got).toEqual([0]);
    });

    it('by a consumer that stops early calls return() on the iterable of the handler', async () => {
      const returned = deferred();
      let next = 0;
      const { client } = await harness.start({
        count: () => ({
          [Symbol.asyncIterator]: () => ({
            next: () =>
              next++ === 0
                ? Promise.resolve({ done: false, value: { index: 0 } })
                : new Promise(() => undefined),
            return: () => {
              returned.resolve();
              return Promise.resolve({ done: true, value: undefined });
            },
          }),
        }),
      });

      for await (const { index } of client.count({ to: 2 })) {
        expect(index).toBe(0);
        break;
      }

      await returned.promise;
    });

    it('before the call starts sends nothing', async () => {
      let calls = 0;
      const { client } = await harness.start({
        echo: (request) => {
          calls += 1;
          return Promise.resolve(request);
        },
      });
      await expect(
        client.echo({ text: '' }, { signal: AbortSignal.abort(new Error('gone')) }),
      ).rejects.toThrow('gone');
      expect(await settled(() => calls)).toBe(0);
    });

    it('by a passed deadline aborts the handler and is service_unavailable for the caller', async () => {
      let seen: AbortSignal | undefined;
      const { client } = await harness.start({
        echo: async (request, { signal }) => {
          seen = signal;
          await aborted(signal);
          return request;
        },
      });
      await client.waitUntilReady(5_000);
      // On a busy machine the deadline of a call can pass before it reaches its handler: then it is retried.
      while (seen === undefined)
        await expect(client.echo({ text: '' }, { deadlineMs: 50 })).rejects.toMatchObject({
          code: 'service_unavailable',
        });
      await aborted(seen);
    });

    it('leaves no listeners on the signal of a caller that continues after its calls', async () => {
      const { client } = await harness.start({ echo: () => Promise.reject(new Error('no')) });
      const { signal } = new AbortController();
      for await (const message of client.count({ to: 2 }, { signal })) expect(message).toBeDefined();
      for await (const message of client.count({ to: 2 }, { signal })) if (message.index === 0) break;
      await expect(client.echo({ text: '' }, { signal })).rejects.toMatchObject({ code: 'internal_error' });
      expect(getEventListeners(signal, 'abort')).toEqual([]);
    });

    it('by a reader that has stopped reading ends the call on both sides', async () => {
      const served = deferred<string>();
      let sent = 0;
      const { client } = await harness.start(
        {
          count: async function* () {
            for (;;) yield await Promise.resolve({ index: sent++ });
          },
        },
        undefined,
        { onServed: served.resolve },
      );
      const leaving = new AbortController();
      const stream = client.count({ to: 0 }, { signal: leaving.signal });
      await stream.next();
      await settled(() => sent);
      leaving.abort(new Error('hung up'));
      expect(await served.promise).toBe('cancelled');
    });

    it('does not abort a handler that has responded', async () => {
      const seen = deferred<AbortSignal>();
      const { client } = await harness.start({
        echo: (request, { signal }) => {
          seen.resolve(signal);
          return Promise.resolve(request);
        },
      });
      await client.echo({ text: '' });
      const signal = await seen.promise;
      await settled(() => 0);
      expect(signal.aborted).toBe(false);
    });
  });

  describe('a slow reader', () => {
    it('makes the source wait: the data between the two stays bounded', async () => {
      const payload = 'x'.repeat(64 * 1024);
      const total = 400;
      let produced = 0;
      const { client } = await harness.start({
        count: async function* ({ to }) {
          for (; produced < to; produced += 1) yield await Promise.resolve({ index: produced, payload });
        },
      });
      const messages = client.count({ to: total });

      const first = await messages.next();
      const producedMeanwhile = await settled(() => produced);
      let rest = 0;
      for await (const { payload: part } of messages) rest += part?.length ?? 0;

      expect(first).toMatchObject({ value: { index: 0 } });
      // At most 3 MB of the 26 MB: the flow-control window, one socket buffer and the reader's own few messages.
      expect(producedMeanwhile).toBeLessThan(48);
      expect(rest).toBe((total - 1) * payload.length);
    });
  });
});
