import { DomainError, validationError } from '@svc/errors';
import { runInRequest } from '@svc/telemetry';
import { EchoService } from '../test/echo-service.js';
import { createHarness } from '../test/harness.js';
import { systems } from '../test/hosting.js';
import { createClient, type RpcCall } from './index.js';

const failureOf = async (work: Promise<unknown>): Promise<DomainError> => {
  const error: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (error instanceof DomainError) return error;
  throw new Error(`expected a DomainError, got ${String(error)}`);
};

const collect = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
};

describe.each(systems)('served by %s over %s:', (hosting, way) => {
  const harness = createHarness(hosting, way);
  afterAll(() => harness.close());

  describe('an RPC', () => {
    it('responds to a unary call', async () => {
      const { client } = await harness.start({});
      expect(await client.echo({ text: 'grüß 👋' })).toEqual({ text: 'grüß 👋' });
    });

    it('streams messages in order', async () => {
      const { client } = await harness.start({});
      expect(await collect(client.count({ to: 3 }))).toEqual([{ index: 0 }, { index: 1 }, { index: 2 }]);
    });

    it('carries the request id and the trace of the request being served', async () => {
      const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
      const seen: RpcCall[] = [];
      const { client } = await harness.start({
        echo: (request, context) => {
          seen.push(context);
          return Promise.resolve(request);
        },
      });

      await runInRequest({ requestId: 'r-1', traceparent }, () => client.echo({ text: '' }));
      await client.echo({ text: '' }, { requestId: 'r-2' });
      await client.echo({ text: '' });

      expect(seen[0]).toMatchObject({ requestId: 'r-1', traceparent });
      expect(seen[1]).toMatchObject({ requestId: 'r-2' });
      expect(seen[2]?.requestId).toMatch(/^[a-f0-9-]{36}$/);
    });

    it('given a response that the caller can not decode, then fails, and a stream as well', async () => {
      const { server } = await harness.start({});
      const unreadable = (): never => {
        throw new RangeError('unreadable');
      };
      const newer = {
        echo: { ...EchoService.echo, responseDeserialize: unreadable },
        count: { ...EchoService.count, responseDeserialize: unreadable },
      };
      const client = createClient(newer, server.address, { alwaysConnects: way === 'a connection' });
      expect((await failureOf(client.echo({ text: '' }))).code).toBe('internal_error');
      expect((await failureOf(collect(client.count({ to: 1 })))).code).toBe('internal_error');
      client.close();
    });

    it('works over TCP on a port the system chose', async () => {
      const { client, server } = await harness.start({}, '127.0.0.1:0');
      expect(server.address).toMatch(/^127\.0\.0\.1:[1-9]\d*$/);
      expect(await client.echo({ text: 'x' })).toEqual({ text: 'x' });
    });
  });

  describe('an error', () => {
    it('reaches the caller with code, message, fields and retry time, and without what is private', async () => {
      const fields = [{ loc: ['body', 'tags', 0], msg: 'too long', type: 'too_big' }];
      const { client } = await harness.start({
        echo: () => Promise.reject(validationError(fields)),
        count: () => {
          throw new DomainError('rate_limited', 'Slow down.', {
            retryAfterSeconds: 7,
            privateDetail: 'bucket 3',
          });
        },
      });

      const refused = await failureOf(client.echo({ text: '' }));
      const limited = await failureOf(collect(client.count({ to: 1 })));

      expect(refused).toMatchObject({ code: 'validation_failed', fields });
      expect(refused.message).toContain('body.tags.0: too long');
      expect(limited).toMatchObject({ code: 'rate_limited', message: 'Slow down.', retryAfterSeconds: 7 });
      expect(limited.privateDetail).toBeUndefined();
    });

    it('in the middle of a stream comes after the messages before it', async () => {
      const { client } = await harness.start({
        count: async function* () {
          yield await Promise.resolve({ index: 0 });
          throw new DomainError('conflict', 'Taken.');
        },
      });
      const got: number[] = [];
      const reading = (async () => {
        for await (const { index } of client.count({ to: 2 })) got.push(index);
      })();
      expect(await failureOf(reading)).toMatchObject({ code: 'conflict', message: 'Taken.' });
      expect(got).toEqual([0]);
    });

    it('that is unexpected tells the caller nothing and the log everything, under the request id', async () => {
      const { client, logged } = await harness.start({
        echo: () => Promise.reject(new Error('duplicate key value violates users_email_key')),
      });
      const error = await failureOf(client.echo({ text: '' }, { requestId: 'r-9' }));
      expect(error.code).toBe('internal_error');
      expect(error.message).not.toContain('users_email_key');
      const [line] = logged.filter(({ level }) => level === 'error');
      expect(line).toMatchObject({ request_id: 'r-9', method: '/svc.test.v1.EchoService/Echo' });
      expect(JSON.stringify(line)).toContain('users_email_key');
    });

    it('with more fields than fit into a trailer still arrives, with the first ones', async () => {
      const fields = Array.from({ length: 2_000 }, (_, index) => ({
        loc: ['body', 'items', index],
        msg: 'must be at most 100 characters long',
        type: 'too_big',
      }));
      const { client } = await harness.start({ echo: () => Promise.reject(validationError(fields)) });
      const error = await failureOf(client.echo({ text: '' }));
      expect(error.code).toBe('validation_failed');
      expect(error.fields.length).toBeGreaterThan(20);
      expect(error.fields[0]).toEqual(fields[0]);
    });

    it('in encoding a response is an internal error, in unary calls and in streams', async () => {
      const ring: { text: string; self?: unknown } = { text: '' };
      ring.self = ring;
      const { client, logged } = await harness.start({
        echo: () => Promise.resolve(ring),
        count: async function* () {
          yield await Promise.resolve({ index: 0, ring });
        },
      });
      expect(await failureOf(client.echo({ text: '' }))).toMatchObject({ code: 'internal_error' });
      expect(await failureOf(collect(client.count({ to: 1 })))).toMatchObject({ code: 'internal_error' });
      expect(logged.filter(({ level }) => level === 'error')).toHaveLength(2);
    });

    it('in reaching the service says so and asks to retry', async () => {
      const client = createClient(EchoService, harness.folder.address('nobody'));
      const error = await failureOf(client.echo({ text: '' }));
      expect(error).toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 1 });
      await expect(client.waitUntilReady(100)).rejects.toMatchObject({ code: 'service_unavailable' });
      client.close();
    });
  });
});
