import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeTemporaryFolder, removeFolder } from '../support/data-folder.js';
import { runCommands } from '../support/documented-shell.js';
import { SuiteSystem } from '../support/suite-system.js';

const repository = path.resolve(import.meta.dirname, '../..');
const guide = readFileSync(path.join(repository, 'docs/api/clients.md'), 'utf8');

/** The blocks of a language, in order. */
const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map(([, block = '']) => block);

const [install = ''] = blocks('sh');
const [generate = '', runBoth = ''] = blocks('bash');
const [conversation = '', workspace = ''] = blocks('ts');
const files = {
  'package.json': '{ "type": "module" }',
  'openapi-ts.config.js': blocks('js')[0] ?? '',
  'tsconfig.json': blocks('json')[0] ?? '',
  'conversation.ts': conversation,
  'workspace.ts': workspace,
};

const system = new SuiteSystem();
let folder: string;

beforeAll(() => {
  folder = makeTemporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  writeFileSync(path.join(folder, 'credentials.json'), JSON.stringify(system.credentials));
  // In place of the installation: the same packages.
  symlinkSync(path.join(repository, 'node_modules'), path.join(folder, 'node_modules'));
});
afterAll(() => removeFolder(folder));

describe('the guide to generated clients', () => {
  it('installs what this repository tests with', () => {
    const { devDependencies } = JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8')) as {
      devDependencies: Record<string, string>;
    };
    const installed = [...install.matchAll(/(\S+)@(\d\S+)/g)].map(([, name = '', version]) => [
      name,
      version,
    ]);
    expect(installed).toHaveLength(3);
    expect(devDependencies).toMatchObject(Object.fromEntries(installed) as Record<string, string>);
  });

  it('makes clients that compile, hold a conversation, make a workspace, and make and rotate its key', async () => {
    const { stdout } = await runCommands(`${generate}\n${runBoth}`, { cwd: folder });

    // What the agent says comes from its offline model; the text around it does not.
    expect(stdout).toMatch(/\n\S[^\n]+\n\S[^\n]+\nFinished: 204\n/);
    expect(stdout).toMatch(/With the key: 200\nWith the rotated key: 200\nWith the former secret: 401\n$/);
  });
});
