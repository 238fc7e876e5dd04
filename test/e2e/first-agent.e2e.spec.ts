import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeTemporaryFolder, removeFolder } from '../support/data-folder.js';
import { transcriptsOf } from '../support/documented-commands.js';
import { runBlocks } from '../support/documented-shell.js';
import { programOf } from '../support/program.js';
import { newWorkspace } from '../support/sdk-workspace.js';
import { SuiteSystem } from '../support/suite-system.js';

const system = new SuiteSystem();
const transcripts = transcriptsOf('docs/guides/first-agent.md');
let folder: string;
let outputs: readonly string[];

/** Runs all commands of the guide in one shell, as a reader does, and keeps what each block prints. */
beforeAll(async () => {
  folder = makeTemporaryFolder();
  // The guide replays the newest conversation of the workspace: in the demo's, that may be another suite's.
  const { client, apiKey } = await newWorkspace(system);
  const own = { workspace_id: client.workspaceId, workspace_api_key: apiKey };
  writeFileSync(path.join(folder, 'credentials.json'), JSON.stringify({ ...system.credentials, ...own }));
  const command = [process.execPath, ...programOf('cli')].map((word) => `'${word}'`).join(' ');
  const blocks = transcripts.map(({ commands }) =>
    commands.replace('npm run -s svc --', command).replace('.svc/credentials.json', 'credentials.json'),
  );
  const printed = await runBlocks(blocks, {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, XDG_CONFIG_HOME: folder, SVC_URL: system.baseUrl },
  });
  outputs = printed.map((block) => block.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>'));
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
