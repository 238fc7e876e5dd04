import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startToolServerProcess, type ToolServerProcess } from '@svc/testing/tool-servers';
import { bashBlocksOf } from '../support/documented-commands.js';
import { PlatformClient } from '../support/platform-client.js';
import { SuiteSystem } from '../support/suite-system.js';

// What a newcomer runs, against the real system and a real server for tools.

const repository = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const system = new SuiteSystem();
const folder = mkdtempSync(path.join(tmpdir(), 'examples-'));
let tools: ToolServerProcess;

beforeAll(async () => {
  const effectsFile = path.join(folder, 'effects.jsonl');
  tools = await startToolServerProcess({ kind: 'http', effectsFile });
});
afterAll(async () => {
  await tools.kill();
  rmSync(folder, { recursive: true });
});

/** Runs a script without packages, as a newcomer would. */
const script = (file: string, ...args: readonly string[]) =>
  run(process.execPath, [path.join(repository, 'examples', file), ...args], {
    cwd: folder,
    env: { ...process.env, SVC_URL: system.baseUrl, TOOL_SERVER: tools.url },
  });

describe('the receptionist', () => {
  const organization = path.join(folder, 'organization.json');

  it('is started by the commands of its page', () => {
    const [start, toolServer, commands = ''] = bashBlocksOf('examples/classic/README.md');
    expect([start, toolServer]).toEqual(['npm start', 'npm run tool-server']);
    expect(commands.split('\n')).toEqual([
      expect.stringMatching(/^npm run -s admin -- organization create \w+ --name "\w+" --email \S+ > \S+$/),
      'node examples/classic/reception.mjs organization.json',
    ]);
  });

  it('given an empty organization, then it is made, walks every type of state, and books one appointment', async () => {
    const org = `hillside-${randomUUID().slice(0, 8)}`;
    const created = await system.runAdmin(
      ...['organization', 'create', org, '--name', 'Hillside', '--email', 'you@hillside.example'],
    );
    writeFileSync(organization, created.stdout);

    const { stdout } = await script('classic/reception.mjs', organization);

    expect(stdout).toContain('openings 09:00, 10:30, 14:00 and 15:30');
    expect(stdout).toContain('The reception expects you at 3 Hill Road.');
    const thoughts = stdout.split('\n').filter((line) => line.startsWith('Iva thought: '));
    expect(thoughts).toHaveLength(2); // of the annotation and the reflection
    expect(thoughts[0]).toContain('in pain');
    expect(stdout.trimEnd()).toMatch(/The conversation [0-9a-f]{24} is finished\.$/);
    expect(tools.effects()).toMatchObject([
      { what: 'POST /appointments', isRepeat: false, input: { name: 'Ada Field', time: '14:00' } },
    ]);
  });

  it('when it is made a second time, then it says what is in the way', async () => {
    await expect(script('classic/reception.mjs', organization)).rejects.toMatchObject({
      stderr: expect.stringMatching(/There is already a tool named .*find_openings.*\n.*new organization/),
    });
  });
});

describe('the clinic', () => {
  const credentials = path.join(folder, 'workspace.json');

  it('is started by the commands of its page', () => {
    expect(bashBlocksOf('examples/platform/README.md')).toEqual([
      'npm start',
      'npm run tool-server',
      'node examples/platform/clinic.mjs\nnode examples/platform/visit.mjs --over stream',
    ]);
  });

  it('given an empty workspace, then all its definitions are made, and a patient books an appointment', async () => {
    const owner = new PlatformClient(system.baseUrl, system.administrator.token ?? '');
    const slug = `lakeside-${randomUUID().slice(0, 8)}`;
    const body = { slug, name: 'Lakeside' };
    const { id } = await owner.json<{ id: string }>('POST', 'me/workspaces', { body });
    const { api_key } = await owner.json('POST', `${id}/api-keys`, {
      body: { duration_days: 1, role: 'owner' },
    });
    writeFileSync(credentials, JSON.stringify({ workspace_id: id, workspace_api_key: api_key }));

    const before = tools.effects().length;
    const made = await script('platform/clinic.mjs', credentials);

    expect(made.stderr).toBe(''); // no warning of the graph
    expect(made.stdout.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^The calendar answers 200: .*"09:00"/),
      'times may call clinic__find_openings.',
      'booking may call clinic__book_appointment, which changes something.',
      expect.stringMatching(/^Made the skill prepare-visit and the service [0-9a-f-]{36}\.$/),
      `Talk with it: node examples/platform/visit.mjs ${credentials}`,
    ]);

    const { stdout } = await script('platform/visit.mjs', credentials);
    expect(stdout).toMatch(/Noor: .*openings 09:00, 10:30.* and 15:30/);
    expect(stdout).toContain('The clinic is located at 8 Lake Street.');
    expect(stdout).toMatch(/is completed after 7 messages of the patient\.\n$/);
    expect(tools.effects().slice(before)).toMatchObject([
      { what: 'POST /appointments', isRepeat: false, input: { name: 'Ada Field', time: '10:30' } },
    ]);
  });

  it('when it is made a second time, then it says that it stands', async () => {
    await expect(script('platform/clinic.mjs', credentials)).rejects.toMatchObject({
      stderr: 'The clinic stands already. node examples/platform/visit.mjs\n',
    });
  });
});
