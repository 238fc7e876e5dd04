import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, statSync } from 'node:fs';
import path from 'node:path';
import { EchoService } from '../test/echo-service.js';
import { aborted, createHarness, deferred, echoing } from '../test/harness.js';
import { createSocketFolder, createClient } from './index.js';
import { socketPathOf } from './unix-socket.js';

const harness = createHarness();
afterAll(() => harness.close());

const fileOf = (address: string): string => socketPathOf(address) ?? '';

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

  it('can be started again on the same address, and clients find it by themselves', async () => {
    const { client, server } = await harness.start({});
    await client.echo({ text: 'one' });
    await server.stop(1_000);
    const again = await harness.start(echoing, server.address);
    await client.waitUntilReady(5_000);
    expect(await client.echo({ text: 'two' })).toEqual({ text: 'two' });
    await again.server.stop(0);
  });
});

describe('the socket of a server', () => {
  it('takes the place of a file that a killed process left behind', async () => {
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

  it('is refused with a clear sentence when its path is too long', async () => {
    await expect(harness.start({}, `unix:///tmp/${'x'.repeat(120)}.sock`)).rejects.toThrow(
      'longer than 103 bytes',
    );
  });
});

describe('a socket folder', () => {
  it('is private, short, and the same for the same key', () => {
    const folder = createSocketFolder('/some/data folder');
    const again = createSocketFolder('/some/data folder');
    const other = createSocketFolder('/another');
    const file = fileOf(folder.address('conversations'));
    expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
    expect(file.length).toBeLessThan(104);
    expect(again.address('conversations')).toBe(folder.address('conversations'));
    expect(other.address('conversations')).not.toBe(folder.address('conversations'));
    folder.remove();
    other.remove();
    expect(existsSync(file)).toBe(false);
  });

  it('keeps the sockets of living servers when a second process is done with it', async () => {
    const folder = createSocketFolder('used twice');
    const { server } = await harness.start({}, folder.address('echo'));
    createSocketFolder('used twice').remove();
    const client = createClient(EchoService, folder.address('echo'));
    expect(await client.echo({ text: 'x' })).toEqual({ text: 'x' });
    client.close();
    await server.stop(0);
    folder.remove();
    expect(existsSync(path.dirname(fileOf(folder.address('echo'))))).toBe(false);
  });

  it('that others can enter is left alone', () => {
    const folder = createSocketFolder('open to others');
    const opened = path.dirname(fileOf(folder.address('x')));
    chmodSync(opened, 0o755);
    const safe = createSocketFolder('open to others');
    expect(path.dirname(fileOf(safe.address('x')))).not.toBe(opened);
    safe.remove();
    folder.remove();
  });
});
