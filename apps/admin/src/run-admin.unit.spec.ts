import { CollectedOutput } from '../test/collected-output.js';
import { runAdmin } from './run-admin.js';

async function run(words: readonly string[], environment = {}) {
  const { out, error, ...streams } = new CollectedOutput();
  const exitCode = await runAdmin(words, { environment, ...streams });
  return { exitCode, out: out.join('\n'), error: error.join('\n') };
}

describe('a command in this process', () => {
  it('given --help, then it lists all commands on standard output', async () => {
    const { exitCode, out, error } = await run(['--help']);
    expect([exitCode, error]).toEqual([0, '']);
    for (const command of ['events', 'bus', 'organization', 'privacy', 'workspaces'])
      expect(out).toContain(`\n  ${command} `);
  });

  it('given an unknown command, then it says so with the help, and exits with 1', async () => {
    const { exitCode, out, error } = await run(['evnets']);
    expect([exitCode, out]).toEqual([1, '']);
    expect(error).toMatch(/unknown command 'evnets'[^]*Usage: npm run admin --/);
  });

  it('given an invalid variable, then it names it and does nothing', async () => {
    const { exitCode, error } = await run(['events', 'verify'], { DATABASE_URL: 'http://there' });
    expect(exitCode).toBe(1);
    expect(error).toContain('DATABASE_URL');
  });

  it('given a misspelt variable, then it gives the probable name', async () => {
    const { error } = await run(['bus', 'topics'], { SVC_DATADIR: '/elsewhere' });
    expect(error).toMatch(/^SVC_DATADIR sets nothing: SVC_DATA_DIR was probably meant/);
  });
});
