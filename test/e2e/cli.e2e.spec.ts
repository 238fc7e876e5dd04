import { spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PlatformClient } from '../support/platform-client.js';
import { actionState, makePlatformService } from '../support/platform-service.js';
import { programOf } from '../support/program.js';
import { newWorkspace } from '../support/sdk-workspace.js';
import { SuiteSystem } from '../support/suite-system.js';

// The command as its users run it: a process, with a home of its own.

const system = new SuiteSystem();
const home = mkdtempSync(path.join(tmpdir(), 'svc-home-'));
const credentials = path.join(home, 'credentials.json');

// In the demo's workspace, others make agents and conversations at the same time.
let workspaceId: string;
let key: string;

beforeAll(async () => {
  const { client, apiKey } = await newWorkspace(system);
  [workspaceId, key] = [client.workspaceId, apiKey];
  const own = { workspace_id: workspaceId, workspace_api_key: key };
  writeFileSync(credentials, JSON.stringify({ ...system.credentials, ...own }));
  expect((await svc(['profiles', 'add', 'demo', '--from', credentials])).code).toBe(0);
  const states = [
    actionState('reason', { exit_conditions: [{ description: 'They say goodbye.', next_state: 'goodbye' }] }),
    actionState('goodbye'),
  ];
  await makePlatformService(new PlatformClient(system.baseUrl, key), workspaceId, 'Desk', states);
});
afterAll(() => rmSync(home, { recursive: true }));

const environment = () => ({
  PATH: process.env['PATH'],
  XDG_CONFIG_HOME: home,
  SVC_URL: system.baseUrl,
});

async function svc(words: readonly string[], options: { env?: Record<string, string>; input?: string } = {}) {
  const env = { ...environment(), ...options.env };
  const child = spawn(process.execPath, [...programOf('cli'), ...words], { env });
  child.stdin.end(options.input ?? '');
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ]);
  return { stdout, stderr, code };
}
const json = async <Value>(...words: readonly string[]): Promise<Value> => {
  const { code, stdout, stderr } = await svc(['--json', ...words]);
  expect([code, stderr]).toEqual([0, expect.anything()]);
  return JSON.parse(stdout) as Value;
};

describe('profiles', () => {
  it('are kept where their owner alone can read them, and shown without keys', async () => {
    expect(statSync(path.join(home, 'svc/profiles.json')).mode & 0o777).toBe(0o600);
    const { stdout } = await svc(['profiles', 'list']);
    expect(stdout).toContain('demo');
    expect(stdout).not.toContain(system.credentials.api_key);
  });

  it('when there is none of that name, then the names are said', async () => {
    const { code, stderr } = await svc(['whoami', '--profile', 'other']);
    expect([code, stderr]).toEqual([2, 'There is no profile "other". There are: demo.\n']);
  });
});

describe('output', () => {
  it('given its reader has enough of it, then the command ends without a word', async () => {
    const child = spawn(process.execPath, [...programOf('cli'), 'openapi'], { env: environment() });
    child.stdin.end();
    child.stdout.destroy();
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect([code, stderr]).toEqual([0, '']);
  });
});

describe('who one is', () => {
  it('is the key of the workspace', async () => {
    expect(await json('whoami')).toMatchObject({ workspace_id: workspaceId });
  });

  it('in API-key mode is the user of the organization, or the one acted for', async () => {
    const { api_key, api_key_id, user_id } = system.credentials;
    const env = { API_KEY: api_key, API_KEY_ID: api_key_id, API_KEY_USER_ID: user_id };
    const { stdout } = await svc(['--json', 'whoami'], { env });
    expect(JSON.parse(stdout)).toMatchObject({ user_id });
  });

  it('when --user stands without API-key mode, then it is refused', async () => {
    const { API_KEY_USER_ID } = { API_KEY_USER_ID: system.credentials.user_id };
    const { code, stderr } = await svc(['conversations', 'list', '--user', 'x'], {
      env: { API_KEY_USER_ID },
    });
    expect([code, stderr]).toEqual([2, expect.stringContaining('--user needs API-key mode')]);
  });
});

describe('a conversation', () => {
  it('is held line by line, read again, and replayed', async () => {
    const { stdout, stderr, code } = await svc(['chat', '--service', 'Desk', '--states'], {
      input: 'I need a vaccination.\n',
    });
    expect(code).toBe(0);
    expect(stdout.trim().split('\n').length).toBeGreaterThanOrEqual(2); // the greeting, and an answer
    const id = /svc conversations show (\S+)/.exec(stderr)?.[1] ?? '';

    const shown = await svc(['conversations', 'show', id]);
    expect(shown.stdout).toContain('user: I need a vaccination.');
    expect(await json('replay', id)).toMatchObject({
      items: [{ outcome: 'identical' }, { outcome: 'identical' }],
    });
    expect((await svc(['conversations', 'close', id])).code).toBe(0);
    expect(await json('conversations', 'show', id)).toMatchObject({ id, status: 'closed' });
  });

  it('with --json, then each event is a line of JSON', async () => {
    const { stdout, code } = await svc(['--json', 'chat', '--service', 'Desk'], {
      input: 'My foot hurts.\n',
    });
    const events = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { event: string });
    expect(code).toBe(0);
    expect(events[0]).toMatchObject({ event: 'message', role: 'agent' });
    expect(events.at(-1)).toMatchObject({ event: 'done', status: 'active' });
  });

  it('when there is none of that id, then it is not found', async () => {
    const { code, stderr } = await svc(['conversations', 'show', '0c2e28ba-2fa1-4d2e-883f-0016d3cca427']);
    expect(code).toBe(4);
    expect(stderr.split('\n')).toHaveLength(2);
  });

  it('when the service is not known, then those that are there are named', async () => {
    const { code, stderr } = await svc(['chat', '--service', 'Other']);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^There is no such service\. There are: \S/)]);
  });
});

describe('a simulation', () => {
  it('shows states, and stands in no list', async () => {
    const before = await json<{ id: string }[]>('conversations', 'list');
    const { stdout, stderr, code } = await svc(['simulate', '--service', 'Desk'], {
      input: 'My foot hurts.\nGoodbye.\n',
    });
    expect([code, stdout.trim().split('\n').length]).toEqual([0, 3]);
    expect(stderr.match(/\[\w+\]/g)).toEqual(['[reason]', '[reason]', '[goodbye]']);
    expect(await json<{ id: string }[]>('conversations', 'list')).toEqual(before);
  });
});

describe('definitions as files', () => {
  const folder = path.join(home, 'definitions');
  const file = path.join(folder, 'agents/agent-of-desk.yaml');
  const inFolder = (...words: readonly string[]) => svc([...words, '--dir', folder]);

  it('given what stands in a workspace, when it is pulled, then nothing differs and a push makes no version', async () => {
    for (const kind of ['agents', 'graphs', 'services']) {
      expect(await inFolder(kind, 'pull')).toMatchObject({ code: 0 });
      expect(await inFolder(kind, 'diff')).toMatchObject({ code: 0, stdout: '' });
      expect((await inFolder(kind, 'push')).stderr).not.toMatch(/made|version|changed/);
      const again = JSON.parse((await inFolder('--json', kind, 'pull')).stdout) as readonly object[];
      for (const pulled of again) expect(pulled).toMatchObject({ outcome: 'as it stands' });
    }
  });

  it('are drawn, as text or for an editor', async () => {
    const graph = path.join(folder, 'graphs/graph-of-desk.yaml');
    expect(await svc(['graphs', 'draw', graph])).toMatchObject({
      stdout: 'reason (a new user begins here)\n  → goodbye: They say goodbye.\ngoodbye (ends here)\n',
    });
    const { stdout } = await svc(['graphs', 'draw', graph, '--form', 'mermaid']);
    expect(stdout).toContain('  s0 -->|"They say goodbye."| s1');
  });

  it('when a file is changed, then diff shows it, and a push makes one version', async () => {
    writeFileSync(file, readFileSync(file, 'utf8').replace('You book appointments.', 'You book journeys.'));
    const shown = await inFolder('agents', 'diff', file);
    expect([shown.code, shown.stdout]).toEqual([
      1,
      expect.stringContaining('+  background: You book journeys.'),
    ]);
    const asJson = async (word: string) =>
      JSON.parse((await inFolder('--json', 'agents', word, file)).stdout) as unknown;
    const patch: unknown = expect.stringContaining('+  background: You book journeys.');
    expect(await asJson('diff')).toEqual([{ file, name: 'Agent of Desk', patch }]);
    expect(await asJson('validate')).toEqual([{ file, problems: [] }]);
    expect((await inFolder('agents', 'push', file)).stderr).toContain(`${file}: version 2`);
    expect((await inFolder('agents', 'push', file)).stderr).toContain(`${file}: as it stands`);
  });

  it('when a field is misspelt, then its place is said and nothing is pushed', async () => {
    const wrong = path.join(folder, 'agents/wrong.json');
    writeFileSync(wrong, JSON.stringify({ name: 'X', version: { name: 'X', identity: { nam: 'X' } } }));
    const { code, stderr } = await inFolder('agents', 'push');
    expect([code, stderr]).toEqual([1, expect.stringContaining(`${wrong}: version.identity`)]);
    expect(stderr).toContain('Nothing was sent.');
  });

  it('when a service names an agent that is not there, then it says to push it first', async () => {
    const unknown = path.join(folder, 'services/unknown.yaml');
    writeFileSync(unknown, 'name: Unknown\nagent: Nobody\ncontext_graph: Graph of Desk\n');
    const { code, stderr } = await inFolder('services', 'push', unknown);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('There is no agent of the name "Nobody". Push it first.'),
    ]);
  });
});

describe('what is wrong', () => {
  it.each([
    ['a command that is none', ['talk'], 2],
    ['an option that is none', ['agents', 'list', '--all'], 2],
    ['a limit that is no number', ['agents', 'list', '--limit', 'x'], 2],
  ])('when it is %s, then the usage is said', async (_what, words, code) => {
    expect(await svc(words)).toMatchObject({ code, stdout: '' });
  });

  it('when nothing answers, then it is not available', async () => {
    const { code, stderr } = await svc(['agents', 'list'], {
      env: { SVC_URL: 'http://127.0.0.1:1', SVC_WORKSPACE_API_KEY: 'any' },
    });
    expect([code, stderr]).toEqual([6, expect.stringContaining('does it run?')]);
  });

  it('when the key is wrong, then it is not allowed, and the key is not repeated', async () => {
    const { code, stderr } = await svc(['agents', 'list'], { env: { SVC_WORKSPACE_API_KEY: 'wrong-key' } });
    expect(code).toBe(3);
    expect(stderr).not.toContain('wrong-key');
  });
});

describe('keys of the workspace', () => {
  it('are made, shown once, replaced and taken away', async () => {
    const made = await json<{ key_id: string; api_key: string }>(
      'keys',
      'create',
      'for-a-test',
      '--days',
      '1',
    );
    const listed = await svc(['keys', 'list']);
    expect(listed.stdout).toContain(`${made.key_id}  for-a-test`);
    expect(listed.stdout).not.toContain(made.api_key);

    const { api_key: replaced } = await json<{ api_key: string }>('keys', 'rotate', made.key_id);
    expect(replaced).not.toBe(made.api_key);
    expect((await svc(['keys', 'delete', made.key_id])).code).toBe(0);
    const env = { SVC_WORKSPACE_API_KEY: replaced };
    expect(await svc(['agents', 'list'], { env })).toMatchObject({ code: 3, stdout: '' });
  });
});

describe('tables of the workspace', () => {
  it('are asked by statements, given as a word or on standard input', async () => {
    const table = { table_name: 'visit', columns: [{ name: 'note', type: 'text' }] };
    await new PlatformClient(system.baseUrl, key).json('POST', `${workspaceId}/tables`, { body: table });
    expect((await svc(['tables', 'query', "INSERT INTO visit VALUES ('first')"])).stderr).toBe('1 row\n');
    expect((await svc(['tables', 'query'], { input: 'SELECT note FROM visit' })).stdout).toBe(
      'NOTE\nfirst\n',
    );
    expect((await svc(['tables', 'list'])).stdout).toContain('visit');
  });
});

describe('words to complete', () => {
  it.each([
    [[], ['chat', 'agents', '--json']],
    [['agents'], ['pull', 'push', '--profile']],
    [['agents', 'list'], ['--limit']],
  ])('behind "svc %s" are those that may come next', async (words, next) => {
    const { stdout } = await svc(['__complete', '--', ...words]);
    expect(stdout.split('\n')).toEqual(expect.arrayContaining(next));
  });

  it('are asked for by bash', async () => {
    const { stdout } = await svc(['completion', 'bash']);
    const typed = 'COMP_WORDS=(svc agents pu); COMP_CWORD=2; _svc; echo "${COMPREPLY[@]}"';
    const command = [process.execPath, ...programOf('cli')].map((word) => `'${word}'`).join(' ');
    const shell = spawnSync('bash', ['-c', `svc() { ${command} "$@"; }\n${stdout}\n${typed}`], {
      encoding: 'utf8',
    });
    expect([shell.stdout, shell.stderr]).toEqual([expect.stringContaining('push pull\n'), expect.anything()]);
  });
});

describe('access to a conversation', () => {
  it('is granted for a while, with the reason', async () => {
    const { org_id, api_key, api_key_id, user_id } = system.credentials;
    const { id: conversationId } = await system.begin(system.administrator);
    const env = { SVC_ORG_ID: org_id, API_KEY: api_key, API_KEY_ID: api_key_id, API_KEY_USER_ID: user_id };
    const words = ['request-access', conversationId, '--justification', 'Looks into what went wrong.'];
    const { code, stderr } = await svc(words, { env });
    expect([code, stderr.match(/granted for PT2H/g)?.length]).toEqual([0, 3]);
  });
});

describe('what webhooks tell', () => {
  it('is printed as it comes, and no destination is left', async () => {
    const words = ['webhooks', 'listen', '--count', '1', '--type', 'agent-framework-resource-updated'];
    const child = spawn(process.execPath, [...programOf('cli'), ...words], { env: environment() });
    const [stdout, ended] = [text(child.stdout), once(child, 'close')];
    let address: string | undefined;
    for await (const line of createInterface({ input: child.stderr })) {
      address ??= /^Listening on (\S+) /.exec(line)?.[1];
      if (address !== undefined) break;
    }
    await system.administrator.json('POST', 'organization/agent/', { body: { agent_name: 'Told of' } });

    expect([await stdout, (await ended)[0]]).toEqual([
      expect.stringContaining('agent-framework-resource-updated'),
      0,
    ]);
    const left = await system.administrator.json<{ webhook_destinations: readonly { url: string }[] }>(
      ...(['GET', 'webhook_destination/'] as const),
    );
    expect(left.webhook_destinations.map(({ url }) => url)).not.toContain(address);
  });
});

describe('a delivery of a webhook', () => {
  const file = path.join(home, 'delivery.json');
  const words = ['webhooks', 'verify', file, '--key', 'k-1'];

  it('is verified with the secret of the environment', async () => {
    const body = JSON.stringify({ type: 'conversation-post-processing-complete', idempotent_key: 'k-1' });
    writeFileSync(file, body);
    const secret = 'a-secret-of-a-destination';
    const timestamp = String(Date.now() * 1000);
    const signature = createHmac('sha256', secret).update(`v1:${timestamp}:${body}`).digest('hex');
    const signed = [...words, '--timestamp', timestamp, '--signature', signature];
    const env = { SVC_WEBHOOK_SECRET: secret };
    expect(await svc(signed, { env })).toMatchObject({ code: 0 });
    expect(await svc(signed, { env: { SVC_WEBHOOK_SECRET: 'another-one' } })).toMatchObject({ code: 1 });
    expect(await svc(signed)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('SVC_WEBHOOK_SECRET'),
    });
  });
});
