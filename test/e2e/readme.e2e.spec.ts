import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startToolServerProcess, type ToolServerProcess } from '@svc/testing/tool-servers';
import { makeTemporaryFolder, removeFolder } from '../support/data-folder.js';
import { bashBlocksOf } from '../support/documented-commands.js';
import { runCommands } from '../support/documented-shell.js';
import { SuiteSystem } from '../support/suite-system.js';

const repository = path.resolve(import.meta.dirname, '../..');

const blocks = bashBlocksOf('README.md');

const system = new SuiteSystem();
let folder: string;
let credentials: string;
let tools: ToolServerProcess;

beforeAll(async () => {
  folder = makeTemporaryFolder();
  const effectsFile = path.join(folder, 'effects.jsonl');
  tools = await startToolServerProcess({ kind: 'http', effectsFile });
  credentials = path.join(folder, 'credentials.json');
  writeFileSync(credentials, JSON.stringify(system.credentials));
});
afterAll(async () => {
  await tools.kill();
  removeFolder(folder);
});

/** Runs commands as a newcomer would; only the credentials are others. */
async function shell(commands: string): Promise<{ stdout: string; stderr: string }> {
  const script = commands.replaceAll('.svc/credentials.json', credentials);
  return runCommands(script, {
    cwd: repository,
    env: { ...process.env, CREDENTIALS: credentials, TOOL_SERVER: tools.url },
  });
}

describe('the commands of the README', () => {
  it('are the two to start and to test, one conversation with curl, what is remembered of another, a clinic on the Platform, and one in TypeScript', () => {
    expect(blocks.map((block) => block.split('\n')[0])).toEqual([
      'npm start',
      'npm test',
      '# Sign in. The key stays in the file.',
      'CONVERSATION=$(curl -sSN -X POST "$API/conversation/?response_format=text" \\',
      'npm run tool-server',
      '# What the agent is made of stands in examples/platform, as files.',
      "# The workspace's key, and the clinic's service.",
      'npx node examples/conversation.ts',
    ]);
  });

  it('hold a whole conversation with curl', async () => {
    const { stdout } = await shell(blocks[2] ?? '');

    expect(stdout).toContain('"type":"conversation-created"');
    expect(stdout).toContain('"type":"user-message-available"');
    expect(stdout).toContain('"type":"interaction-complete"');
    expect(stdout).toContain('"message":"I would like to make an appointment."');
    expect(stdout.trimEnd().endsWith('204')).toBe(true);
  });

  it('show what is remembered, with the messages that it rests on', async () => {
    const { stdout } = await shell(blocks.slice(2, 4).join('\n'));

    const [memories, userModel] = stdout.trimEnd().split('\n').reverse();
    expect(JSON.parse(userModel ?? '')).toMatchObject({ user_models: expect.any(Array) as unknown });
    expect(JSON.parse(memories ?? '')).toMatchObject({
      memories: [{ content: 'Is allergic to penicillin.', references: [expect.any(String)] }],
    });
  });

  it('make a clinic whose patients book over each of the ways of the Platform interface', async () => {
    const { stdout } = await shell(blocks[5] ?? '');

    expect(stdout.match(/is completed after 7 messages of the patient\.$/gm)).toHaveLength(3);
    expect(tools.effects()).toHaveLength(3);
  });

  it('talk with it through curl', async () => {
    const { stdout } = await shell(`${blocks[2]?.split('\nAPI=')[0]}\n${blocks[6]}`);

    expect(stdout).toMatch(/^event: message\ndata: .*\n\nevent: done\n/m);
    const read = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as { turns: unknown[] };
    expect(read.turns).toHaveLength(3); // the greeting, what is said, the answer
  });

  it('hold a whole conversation in TypeScript', async () => {
    const { stdout } = await shell(blocks[7] ?? '');

    expect(stdout).toMatch(
      /\S.*\n> I would like to make an appointment\.\n\S.*\n> My name is Sam Field\.\n\S/,
    );
    expect(stdout.trimEnd().endsWith('Finished: 204')).toBe(true);
  });
});

describe('the example in TypeScript', () => {
  const converse = (env: Record<string, string>) =>
    promisify(execFile)(process.execPath, ['examples/conversation.ts'], {
      cwd: repository,
      env: { ...process.env, ...env },
    });

  it('when nothing has been started yet, says so in one line', async () => {
    await expect(converse({ CREDENTIALS: path.join(folder, 'none.json') })).rejects.toMatchObject({
      stderr: expect.stringMatching(/^There is no .*npm start.*\n$/),
    });
  });

  it('when nothing runs any more, says so in one line', async () => {
    const stopped = path.join(folder, 'stopped.json');
    writeFileSync(stopped, JSON.stringify({ ...system.credentials, base_url: 'http://127.0.0.1:1' }));
    await expect(converse({ CREDENTIALS: stopped })).rejects.toMatchObject({
      stderr: expect.stringMatching(/^Nothing answers at .*npm start.*\n$/),
    });
  });
});

describe('the commands that npm start prints', () => {
  it('hold a whole conversation', async () => {
    const printed = readFileSync(path.join(system.dataDir, 'said.txt'), 'utf8');
    const commands = printed
      .split('\n')
      .filter((line) => /^ {2}(credential\(\)|TOKEN=|BEGUN=|curl )/.test(line))
      .map((line) => line.trim());
    expect(commands).toHaveLength(5);

    const { stdout } = await shell(commands.join('\n'));

    expect(stdout).toContain('"type":"conversation-created"');
    expect(stdout).toContain('"type":"interaction-complete"');
    expect(stdout.trimEnd().endsWith('204')).toBe(true);
  });
});
