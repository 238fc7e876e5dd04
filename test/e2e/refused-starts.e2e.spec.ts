import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { expectOneSentence } from '../support/one-sentence.js';
import { StandaloneFixture } from '../support/standalone-fixture.js';
import { SuiteSystem } from '../support/suite-system.js';

const system = new StandaloneFixture();
const running = new SuiteSystem();

/** Cases that other systems don't have. */
const onLinux = (name: string, test: () => Promise<void>) =>
  process.platform === 'linux' ? it(name, test) : undefined;

describe('a start that can not succeed', () => {
  it('given a port in use, names it and what to do, and leaves no process', async () => {
    const occupant = createServer().listen(0, '127.0.0.1');
    system.atEnd(() => void occupant.close());
    await once(occupant, 'listening');
    const { port } = occupant.address() as AddressInfo;
    expectOneSentence(await system.runToItsEnd({ port }), new RegExp(`Port ${port} .*PORT=`));
  });

  it('given a data folder in use, names the process that uses it, which keeps running', async () => {
    const { SVC_TEST_SYSTEM_PID: holder } = process.env;
    const ending = await system.runToItsEnd({ dataDir: running.dataDir });
    expectOneSentence(ending, new RegExp(`already in use by process ${holder}: .*SVC_DATA_DIR`));
    expect((await running.administrator.services()).services).toHaveLength(1);
  });

  it('given a file in the way of the data folder, says so', async () => {
    writeFileSync(path.join(system.folder, 'file'), '');
    const ending = await system.runToItsEnd({ dataDir: path.join(system.folder, 'file', 'data') });
    expectOneSentence(ending, /file\/data.*SVC_DATA_DIR/);
  });

  onLinux(
    'given a data folder where a file system takes none, says so instead of trying for ever',
    async () => {
      expectOneSentence(await system.runToItsEnd({ dataDir: '/proc/svc' }), /\/proc\/svc.*SVC_DATA_DIR/);
    },
  );

  it('given a wrong setting, names it', async () => {
    const ending = await system.runToItsEnd({ env: { SVC_LOG_LEVEL: 'loud' } });
    expect(ending.exitCode).toBe(1);
    expect(ending.errorOutput).toContain('SVC_LOG_LEVEL');
    expect(ending.errorOutput).not.toContain('    at ');
  });

  it('given a misspelt setting, says first what was probably meant', async () => {
    const nowhere = { DATABASE_URL: 'postgresql://svc@127.0.0.1:1/svc' };
    const ending = await system.runToItsEnd({ env: { SVC_LOGLEVEL: 'info', ...nowhere } });
    expect(ending.errorOutput).toMatch(/^SVC_LOGLEVEL sets nothing: SVC_LOG_LEVEL was probably meant/);
  });

  it('given a database that does not answer, says so', async () => {
    const ending = await system.runToItsEnd({ env: { DATABASE_URL: 'postgresql://svc@127.0.0.1:1/svc' } });
    expectOneSentence(ending, /DATABASE_URL/);
  });
});
