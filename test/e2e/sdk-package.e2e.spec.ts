import { execFile, execFileSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeTemporaryFolder, removeFolder } from '../support/data-folder.js';
import { ownRepository } from '../support/program.js';
import { SuiteSystem } from '../support/suite-system.js';

// What customers install, in projects of their own, without the network.

const run = promisify(execFile);
const system = new SuiteSystem();
let folder: string;
let tarball: string;

beforeAll(() => {
  folder = makeTemporaryFolder();
  const pack = path.join(ownRepository, 'tools/sdk/pack.mjs');
  const printed = execFileSync(process.execPath, [pack, folder], { encoding: 'utf8' });
  tarball = /^Wrote (\S+\.tgz)/m.exec(printed)?.[1] ?? '';
});
afterAll(() => removeFolder(folder));

/** A project with the package. */
async function install(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const project = path.join(folder, name);
  mkdirSync(project);
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(project, file), text);
  const quietly = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', ['install', ...quietly, tarball], { cwd: project });
  return project;
}

/** Of Node's: the one that runs the tests, and another one that this machine has. */
function nodes(): readonly string[] {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const others = folders.filter((one) => one !== '' && !one.includes('node_modules'));
  const found = others.map((one) => path.join(one, 'node')).find(canBeRun);
  return found === undefined ? [process.execPath] : [process.execPath, found];
}
function canBeRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const conversation = `
  const client = new ClassicClient(JSON.parse(process.env.CLIENT));
  const main = async () => {
    let id = '';
    for await (const event of await client.conversations.create({ service_id: process.env.SERVICE }))
      if (event.type === 'conversation-created') id = event.conversation_id;
    for await (const event of await client.conversations.interact(id, 'Hello'))
      if (event.type === 'interaction-complete') console.log(event.full_message);
    await client.conversations.finish(id);
    await client.conversations.finish(id).catch((error) => console.log(isAmigoError(error), error.name));
  };
  main();
`;
const ofEsm = `import { ClassicClient, isAmigoError } from '@svc/sdk';\n`;
const ofCommonJs = `const { ClassicClient, isAmigoError } = require('@svc/sdk');\n`;

describe('the package of the SDK', () => {
  it('depends on nothing, and has no side effects', async () => {
    const project = await install('looked-at', { 'package.json': '{}' });
    const manifest = path.join(project, 'node_modules/@svc/sdk/package.json');
    const { dependencies, sideEffects } = JSON.parse(readFileSync(manifest, 'utf8')) as Record<
      string,
      unknown
    >;
    expect([dependencies, sideEffects]).toEqual([undefined, false]);
    const readme = readFileSync(path.join(project, 'node_modules/@svc/sdk/README.md'), 'utf8');
    expect(readme).not.toMatch(/\]\(\.*\/?[\w/.-]+\.md\)/);
    const listed = await run('npm', ['ls', '--all', '--parseable'], { cwd: project });
    expect(listed.stdout.trim().split('\n')).toHaveLength(2);
  });

  it.each([
    ['module', 'const of = (entry) => import(entry);'],
    ['commonjs', 'const of = async (entry) => require(entry);'],
  ])('has its other entries for a project of type %s', async (type, head) => {
    const source = `${head}
      const main = async () => {
        const { ConfigurationError } = await of('@svc/sdk');
        const { FileTokenStorage } = await of('@svc/sdk/node');
        const { testAgent } = await of('@svc/sdk/testing');
        // Others can read it.
        const error = await new FileTokenStorage(__file).read().catch((thrown) => thrown);
        console.log(error instanceof ConfigurationError, typeof testAgent);
      };
      main();`.replace('__file', JSON.stringify(path.join(folder, `entries-${type}`, 'package.json')));
    const files = { 'package.json': JSON.stringify({ type }), 'look.js': source };
    const project = await install(`entries-${type}`, files);
    for (const node of nodes())
      expect((await run(node, ['look.js'], { cwd: project })).stdout).toBe('true function\n');
  });

  it.each([
    ['module', ofEsm],
    ['commonjs', ofCommonJs],
  ])('holds a conversation from a project of type %s', async (type, head) => {
    const files = { 'package.json': JSON.stringify({ type }), 'talk.js': head + conversation };
    const project = await install(type, files);
    for (const node of nodes()) {
      const { userId } = await system.newUser();
      const {
        base_url: baseUrl,
        org_id: org,
        api_key: apiKey,
        api_key_id: apiKeyId,
        service_id,
      } = system.credentials;
      const env = { CLIENT: JSON.stringify({ baseUrl, org, apiKey, apiKeyId, userId }), SERVICE: service_id };
      const { stdout } = await run(node, ['talk.js'], { cwd: project, env: { ...process.env, ...env } });
      expect(stdout).toMatch(/^\S[^\n]+\ntrue ConflictError\n$/);
    }
  });

  it.each([
    ['module', ofEsm],
    ['commonjs', ofCommonJs.replace('const', 'import').replace(/= require\((.*)\)/, 'from $1')],
  ])('has types that compile strictly in a project of type %s', async (type, head) => {
    const source = `${head}
      import { PlatformClient, type TurnEvent } from '@svc/sdk';
      import { testAgent, userSays, stateIs } from '@svc/sdk/testing';
      export { FileTokenStorage } from '@svc/sdk/node';
      export async function talk(client: PlatformClient, classic: ClassicClient): Promise<string> {
        const agent = await client.agents.create({ name: 'Mara' });
        const name: string = agent.name;
        const limit: number | null = agent.lastResponse.rateLimit.limit;
        for await (const { latest_version } of client.agents.listAutoPaging({ search: name })) console.log(latest_version, limit);
        // @ts-expect-error an agent has a name
        await client.agents.create({});
        // @ts-expect-error a page has no such parameter
        await client.agents.list({ serch: 'x' });
        for await (const event of await classic.conversations.create({ service_id: 's' }))
          if (event.type === 'new-message') console.log(event.message);
        await testAgent(client, 's').given().when(userSays('Hello')).then(stateIs('reason'));
        // @ts-expect-error it expects nothing
        await testAgent(client, 's').given().when(userSays('Hello'));
        const event: TurnEvent = { event: 'token', text: 'x' };
        return isAmigoError(event) ? event.message : event.text;
      }`;
    const options = {
      strict: true,
      noEmit: true,
      module: 'nodenext',
      target: 'es2022',
      lib: ['es2023', 'dom'],
    };
    const project = await install(`typed-${type}`, {
      'package.json': JSON.stringify({ type }),
      'talk.ts': source,
      'tsconfig.json': JSON.stringify({
        compilerOptions: { ...options, types: [], exactOptionalPropertyTypes: true },
      }),
    });
    const compiler = path.join(ownRepository, 'node_modules/typescript/bin/tsc');
    const { stdout } = await run(process.execPath, [compiler, '-p', project]).catch(
      (error: unknown) => error as { stdout: string },
    );
    expect(stdout).toBe('');
  });
});
