import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeTemporaryFolder, removeFolder } from '../support/data-folder.js';
import { transcriptsOf } from '../support/documented-commands.js';
import { programOf } from '../support/program.js';
import { SuiteSystem } from '../support/suite-system.js';

const system = new SuiteSystem();
const transcripts = transcriptsOf('docs/guides/first-agent.md');
let folder: string;
let outputs: readonly string[];

/** Runs all commands of the guide in one shell, as a reader does, and keeps what each block prints. */
beforeAll(() => {
  folder = makeTemporaryFolder();
  writeFileSync(path.join(folder, 'credentials.json'), JSON.stringify(system.credentials));
  const command = [process.execPath, ...programOf('cli')].map((word) => `'${word}'`).join(' ');
  const script = transcripts
    .map(({ commands }) => commands)
    .join('\necho "=== the next block"\n')
    .replace('npm run -s svc --', command)
    .replace('.svc/credentials.json', 'credentials.json');
  const output = execFileSync('bash', ['-euo', 'pipefail', '-c', `exec 2>&1\n${script}`], {
    ...{ cwd: folder, encoding: 'utf8' },
    env: { PATH: process.env['PATH'], XDG_CONFIG_HOME: folder, SVC_URL: system.baseUrl },
  });
  outputs = output
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .split('=== the next block\n')
    .map((block) => block.trim());
});
afterAll(() => removeFolder(folder));

describe('the guide to a first agent', () => {
  it('given its commands are run in order, then they print what stands behind them', () => {
    const shown = transcripts.flatMap(({ shown: text }, place) =>
      text === undefined ? [] : [{ printed: outputs[place], text }],
    );
    expect(shown).toHaveLength(4);
    expect(shown.map(({ printed }) => printed)).toEqual(shown.map(({ text }) => text));
  });
});
