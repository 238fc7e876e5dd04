import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { becomeOrdinaryUser } from '@svc/testing';
import { signInAsDemoUser } from '../support/sessions.js';
import { StandaloneFixture } from '../support/standalone-fixture.js';
import type { Ending } from '../support/watched-child.js';

const system = new StandaloneFixture();

/** Cases that other systems don't have. */
const onLinux = (name: string, test: () => Promise<void>) =>
  process.platform === 'linux' ? it(name, test) : undefined;

/** One line on standard error, a sentence without a stack, and a non-zero exit code. */
function expectOneSentence(ending: Ending, sentence: RegExp): void {
  const lines = ending.errorOutput.trimEnd().split('\n');
  expect(lines).toEqual([expect.stringMatching(sentence)]);
  expect(lines[0]).toMatch(/^[A-Z].*\.$/);
  expect(ending.signal).toBeNull();
  expect(ending.exitCode).toBe(1);
}

describe('a start that can not be', () => {
  it('given a port in use, names it and what to do, and leaves no process', async () => {
    const occupant = createServer().listen(0, '127.0.0.1');
    system.atEnd(() => void occupant.close());
    await once(occupant, 'listening');
    const { port } = occupant.address() as AddressInfo;
    expectOneSentence(await system.startInVain({ port }), new RegExp(`Port ${port} .*PORT=`));
  });

  it('given a data folder in use, names the process that holds it, which goes on', async () => {
    const first = await system.start();
    const ending = await system.startInVain();
    expectOneSentence(ending, new RegExp(`already in use by process ${first.pid}: .*SVC_DATA_DIR`));
    const client = await signInAsDemoUser(first.baseUrl, first.credentials());
    expect((await client.services()).services).toHaveLength(1);
  });

  it('given a file in the way of the data folder, says so', async () => {
    writeFileSync(path.join(system.folder, 'file'), '');
    const ending = await system.startInVain({ dataDir: path.join(system.folder, 'file', 'data') });
    expectOneSentence(ending, /file\/data.*SVC_DATA_DIR/);
  });

  onLinux(
    'given a data folder where a file system takes none, says so instead of trying for ever',
    async () => {
      expectOneSentence(await system.startInVain({ dataDir: '/proc/svc' }), /\/proc\/svc.*SVC_DATA_DIR/);
    },
  );

  it('given a data folder that this user may not write to, says so', async () => {
    mkdirSync(system.dataDir, { mode: 0o500 });
    const user = becomeOrdinaryUser(path.join(system.makeDiskFolder(), 'clone'));
    expectOneSentence(await system.startInVain(user), /SVC_DATA_DIR/);
  });

  it('given a wrong setting, names it', async () => {
    const ending = await system.startInVain({ env: { SVC_LOG_LEVEL: 'loud' } });
    expect(ending.exitCode).toBe(1);
    expect(ending.errorOutput).toContain('SVC_LOG_LEVEL');
    expect(ending.errorOutput).not.toContain('    at ');
  });

  it('given a misspelt setting, says first what was probably meant', async () => {
    const nowhere = { DATABASE_URL: 'postgresql://svc@127.0.0.1:1/svc' };
    const ending = await system.startInVain({ env: { SVC_LOGLEVEL: 'info', ...nowhere } });
    expect(ending.errorOutput).toMatch(/^SVC_LOGLEVEL sets nothing: SVC_LOG_LEVEL was probably meant/);
  });

  it('given a database that does not answer, says so', async () => {
    const ending = await system.startInVain({ env: { DATABASE_URL: 'postgresql://svc@127.0.0.1:1/svc' } });
    expectOneSentence(ending, /DATABASE_URL/);
  });
});
