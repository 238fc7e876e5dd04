import {
  chmodSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { setImmediate as nextTick } from 'node:timers/promises';
import { EchoService } from '../test/echo-service.js';
import { createHarness, deferred, type EchoHandlers, type Harness } from '../test/harness.js';
import { createClient, createSocketFolder } from './index.js';
import { socketPathOf } from './unix-socket.js';

const harness = createHarness();
afterAll(() => harness.close());

const fileOf = (address: string): string => socketPathOf(address) ?? '';

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

  it('keeps the sockets of living servers when a second process closes it', async () => {
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

  it('that others can enter is not used', () => {
    const folder = createSocketFolder('open to others');
    const opened = path.dirname(fileOf(folder.address('x')));
    chmodSync(opened, 0o755);
    const safe = createSocketFolder('open to others');
    expect(path.dirname(fileOf(safe.address('x')))).not.toBe(opened);
    safe.remove();
    folder.remove();
  });
});

describe('socket folders that are old', () => {
  const nowMs = Date.now();
  const aged = (folder: string): string => {
    utimesSync(folder, nowMs / 1_000 - 3_600, nowMs / 1_000 - 3_600);
    return folder;
  };
  const made = (key: string) => {
    const folder = createSocketFolder(`${key} ${process.pid}`);
    return { folder, path: path.dirname(fileOf(folder.address('x'))) };
  };
  /** The file of a server that was killed and did not remove it. */
  const leaveSocket = async (file: string): Promise<void> => {
    const server = createServer().listen(`${file}.living`);
    await once(server, 'listening');
    renameSync(`${file}.living`, file);
    server.close();
    await once(server, 'close');
  };

  it('are removed when nobody listens in them; those in use, new ones, and those with other files stay', async () => {
    const own = made('own');
    const [empty, left, young, kept] = [made('empty'), made('left'), made('young'), made('kept')];
    await leaveSocket(path.join(left.path, 'identity.sock'));
    await leaveSocket(path.join(kept.path, 'identity.sock'));
    writeFileSync(path.join(kept.path, 'note'), 'mine');
    const used = made('used');
    await leaveSocket(path.join(used.path, 'agents.sock'));
    const { server } = await harness.start({}, used.folder.address('identity'));
    for (const { path: folder } of [own, empty, left, kept, used]) aged(folder);

    await own.folder.removeAbandoned(nowMs);

    const all = { own, empty, left, young, kept, used };
    expect(
      Object.entries(all).flatMap(([name, { path: folder }]) => (existsSync(folder) ? name : [])),
    ).toEqual(['own', 'young', 'kept', 'used']);
    expect(existsSync(fileOf(server.address))).toBe(true);
    for (const { path: folder } of [own, young, kept]) rmSync(folder, { recursive: true });
    await server.stop(0);
    rmSync(used.path, { recursive: true });
  });
});

describe('a socket folder that a cleaner of temporary files removes', () => {
  const start = (key: string, handlers: Partial<EchoHandlers> = {}) => {
    const folder = createSocketFolder(`${key} ${process.pid}`);
    const address = folder.address('echo');
    return harness.start(handlers, address, { socketLookMs: 5 });
  };
  const folderOf = ({ server }: Harness): string => path.dirname(fileOf(server.address));
  const logged = async ({ logged: lines }: Harness, text: string): Promise<void> => {
    while (!lines.some(({ message }) => String(message).includes(text))) await nextTick();
  };

  it('is created again, as private as before, and serves connected and new clients', async () => {
    const started = await start('removed');
    expect(await started.client.echo({ text: 'before' })).toEqual({ text: 'before' });
    rmSync(folderOf(started), { recursive: true });

    await logged(started, 'is there again');

    expect(statSync(folderOf(started)).mode & 0o777).toBe(0o700);
    const later = createClient(EchoService, started.server.address);
    await later.waitUntilReady(10_000);
    expect(await later.echo({ text: 'new' })).toEqual({ text: 'new' });
    await started.client.waitUntilReady(10_000);
    expect(await started.client.echo({ text: 'after' })).toEqual({ text: 'after' });
    later.close();
    await started.server.stop(0);
    expect(existsSync(fileOf(started.server.address))).toBe(false);
  });

  it('interrupts no running call', async () => {
    const [begun, held] = [deferred(), deferred()];
    const started = await start('removed in a call', {
      echo: async ({ text }) => {
        begun.resolve();
        await held.promise;
        return { text };
      },
    });
    const running = started.client.echo({ text: 'running' });
    await begun.promise;
    rmSync(folderOf(started), { recursive: true });
    await logged(started, 'is there again');
    held.resolve();
    expect(await running).toEqual({ text: 'running' });
  });

  it("is not used while somebody else's open folder has its name, and is once that is gone", async () => {
    const started = await start('taken');
    const folder = folderOf(started);
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    chmodSync(folder, 0o777);
    await logged(started, 'can not be renewed');
    expect(existsSync(fileOf(started.server.address))).toBe(false);
    rmSync(folder, { recursive: true });
    await logged(started, 'is there again');
    const later = createClient(EchoService, started.server.address);
    await later.waitUntilReady(10_000);
    later.close();
  });
});
