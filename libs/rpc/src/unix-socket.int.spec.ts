import { chmodSync, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { EchoService } from '../test/echo-service.js';
import { createHarness } from '../test/harness.js';
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
