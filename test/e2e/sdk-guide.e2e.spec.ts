import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeTemporaryFolder, removeFolder } from '../support/data-folder.js';
import { transcriptsOf } from '../support/documented-commands.js';
import { runBlocks } from '../support/documented-shell.js';
import { ownRepository } from '../support/program.js';
import { SuiteSystem } from '../support/suite-system.js';

const system = new SuiteSystem();
const transcripts = transcriptsOf('docs/guides/sdk.md');
let folder: string;
let outputs: readonly string[];

/** Runs all commands of the guide in one shell, as a reader does, and keeps what each block prints. */
beforeAll(async () => {
  folder = makeTemporaryFolder();
  mkdirSync(path.join(folder, '.svc'));
  // The demo's own user may have a conversation of another suite.
  const { userId: user_id } = await system.newUser();
  writeFileSync(
    path.join(folder, '.svc/credentials.json'),
    JSON.stringify({ ...system.credentials, user_id }),
  );
  const command = `'${process.execPath}' '${path.join(ownRepository, 'tools/sdk/pack.mjs')}'`;
  const blocks = transcripts.map(({ commands }) => commands.replace('npm run -s sdk --', command));
  outputs = await runBlocks(blocks, {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, npm_config_offline: 'true' },
  });
});
afterAll(() => removeFolder(folder));

describe('the guide to the SDK', () => {
  it('given its commands are run in order, then they print what stands behind them', () => {
    const shown = transcripts.flatMap(({ shown: text }, place) =>
      text === undefined ? [] : [{ printed: outputs[place], text }],
    );
    expect(shown).toHaveLength(4);
    expect(shown.map(({ printed }) => printed)).toEqual(shown.map(({ text }) => text));
  });
});
