import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createHarness, deferred, echoing } from '../../test/harness.js';
import { EchoService } from '../../test/echo-service.js';
import { createClient } from '../index.js';
import { socketPathOf } from '../unix-socket.js';

const harness = createHarness('functions', 'its own process');
afterAll(() => harness.close());

const socketOf = (address: string): string => socketPathOf(address) ?? '';

describe('a client of a server in the same process', () => {
  it('given a request that its sender changes afterwards, then the handler sees the original', async () => {
    const answered = deferred();
    const { client } = await harness.start({
      echo: async ({ text }) => {
        await answered.promise;
        return { text };
      },
    });
    const request = { text: 'before' };
    const answer = client.echo(request);
    request.text = 'after';
    answered.resolve();
    expect(await answer).toEqual({ text: 'before' });
  });

  it('then the handler does not run in the async context of its caller', async () => {
    const ambient = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    const { client } = await harness.start({
      echo: (request) => {
        seen.push(ambient.getStore());
        return Promise.resolve(request);
      },
      count: async function* () {
        seen.push(ambient.getStore());
        yield await Promise.resolve({ index: 0 });
      },
    });
    await ambient.run('of the caller', async () => {
      await client.echo({ text: '' });
      for await (const { index } of client.count({ to: 1 })) seen.push(index, ambient.getStore());
    });
    expect(seen).toEqual([undefined, undefined, 0, 'of the caller']);
  });

  it('given that it is closed, then its running calls fail, but not those of another client', async () => {
    const release = deferred();
    const { client, server } = await harness.start({
      echo: async (request) => {
        await release.promise;
        return request;
      },
    });
    const other = createClient(EchoService, server.address);
    const [cut, kept] = [client.echo({ text: 'cut' }), other.echo({ text: 'kept' })];
    const outcome = expect(cut).rejects.toMatchObject({ code: 'service_unavailable' });
    client.close();
    await outcome;
    release.resolve();
    expect(await kept).toEqual({ text: 'kept' });
    other.close();
  });

  it('given a handler that responds after the caller left the stream, then nothing of it arrives', async () => {
    const release = deferred();
    const { client } = await harness.start({
      ...echoing,
      count: async function* () {
        yield { index: 0 };
        await release.promise;
        yield { index: 1 };
      },
    });
    for await (const { index } of client.count({ to: 2 })) {
      expect(index).toBe(0);
      break;
    }
    release.resolve();
    expect(await client.echo({ text: 'on' })).toEqual({ text: 'on' });
  });

  it('given a source and a reader that wait for nothing else, then the deadline of the stream still holds', async () => {
    const { client } = await harness.start({});
    let last = -1;
    const read = async () => {
      for await (const { index } of client.count({ to: 500_000 }, { deadlineMs: 20 })) last = index;
    };
    await expect(read()).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(last).toBeLessThan(499_999);
  });

  it('given messages longer than a connection takes, then they are refused in the same way', async () => {
    const long = 'x'.repeat(64 * 1024 * 1024);
    const { client } = await harness.start({
      echo: ({ text }) => Promise.resolve({ text: text === 'grow' ? long : text }),
      count: async function* () {
        yield await Promise.resolve({ index: 0, payload: long });
      },
    });
    const refused = { code: 'internal_error' };
    await expect(client.echo({ text: long })).rejects.toMatchObject(refused);
    await expect(client.echo({ text: 'grow' })).rejects.toMatchObject(refused);
    await expect(client.count({ to: 1 }).next()).rejects.toMatchObject(refused);
  });

  // Last: it also removes the sockets of all other tests.
  it('given that the socket is gone, then its calls still get a response', async () => {
    const { client, server } = await harness.start({});
    rmSync(path.dirname(socketOf(server.address)), { recursive: true });
    expect(existsSync(socketOf(server.address))).toBe(false);
    expect(await client.echo({ text: 'here' })).toEqual({ text: 'here' });
  });
});
