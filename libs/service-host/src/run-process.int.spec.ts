import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { startedMessage } from './index.js';

const repository = path.resolve(import.meta.dirname, '../../..');
const program = `
  import { processConfig, runProcess } from '@svc/service-host';
  await runProcess('sample', processConfig, ({ logger }) => logger.info('composed'));`;

/** A process with nothing to do, which ends at once. */
function runSample(environment: Readonly<Record<string, string>>) {
  const loader = path.join(repository, 'test/support/source-loader.mjs');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', loader, '--input-type=module', '-e', program],
    { cwd: repository, encoding: 'utf8', env: { PATH: process.env['PATH'], ...environment } },
  );
  return {
    status,
    stderr,
    logged: stdout
      .split('\n')
      .filter((line) => line !== '')
      .map(parse),
  };
}

const parse = (line: string): unknown => JSON.parse(line);

describe('a process', () => {
  it('given a wrong setting, explains it and exits with 1', () => {
    expect(runSample({ SVC_LOG_LEVEL: 'loud' })).toEqual({
      status: 1,
      logged: [],
      stderr:
        'The configuration is not valid:\n  SVC_LOG_LEVEL must be one of debug, info, warn, error, silent\n',
    });
  });

  it('given a misspelt setting, starts anyway and logs the probable name', () => {
    const { status, logged } = runSample({ SVC_LOGLEVEL: 'debug' });
    expect(logged).toEqual([
      expect.objectContaining({ level: 'warn', key: 'SVC_LOGLEVEL', meant: 'SVC_LOG_LEVEL' }),
      expect.objectContaining({ level: 'info', message: 'composed' }),
    ]);
    expect(status).toBe(0);
  });
});

describe('a process under a supervisor', () => {
  it('reports that it serves, and stops in order when the supervisor is gone', async () => {
    const loader = path.join(repository, 'test/support/source-loader.mjs');
    const serving = `
      import { processConfig, runProcess } from '@svc/service-host';
      await runProcess('sample', processConfig, ({ lifecycle, logger }) =>
        lifecycle.add({ name: 'server', start: () => { setInterval(() => {}, 1_000); }, stop: () => logger.info('stopped') }));`;
    const child = spawn(process.execPath, ['--import', loader, '--input-type=module', '-e', serving], {
      cwd: repository,
      env: { PATH: process.env['PATH'] },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    if (!child.stdout) throw new Error('It has no output.');
    const output = text(child.stdout);
    expect(await once(child, 'message')).toEqual([startedMessage, undefined]);
    child.disconnect();
    expect(await once(child, 'exit')).toEqual([0, null]);
    const logged = await output;
    // By two loggers, each in its own order.
    expect(logged).toContain('"the supervisor has gone"');
    expect(logged).toContain('"stopped"');
  });
});
