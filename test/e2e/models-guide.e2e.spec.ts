import { readFileSync } from 'node:fs';
import path from 'node:path';
import { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runCommands } from '../support/documented-shell.js';
import { HostileModel } from '../support/hostile-model.js';
import { StandaloneFixture } from '../support/standalone-fixture.js';

const repository = path.resolve(import.meta.dirname, '../..');
const guide = readFileSync(path.join(repository, 'docs/guides/models.md'), 'utf8');
const [conversation = '', local = '', hosted = '', two = '', measured = ''] = [
  ...guide.matchAll(/```bash\n([^]*?)```/g),
].map(([, block]) => block?.trim() ?? '');

const system = new StandaloneFixture();
let openAi: HostileModel;
let anthropic: LLMock;

beforeAll(async () => {
  openAi = await HostileModel.start();
  anthropic = await LLMock.create({ port: 0 });
  // It serves both: a judgement reads the choice, a message the text.
  const answer = { choice: 'action_1', reason: 'scripted', message: 'Which day suits you?' };
  anthropic.onMessage(/[^]/, { content: JSON.stringify(answer) });
});
afterAll(async () => {
  await openAi?.stop();
  await anthropic?.stop();
});

/** What `npm start` would find in its environment behind these commands, with addresses of the test's servers. */
async function environmentOf(commands: string, addresses: Readonly<Record<string, string>>) {
  const served = Object.entries(addresses).reduce((text, [of, at]) => text.replaceAll(of, at), commands);
  const script = served.replace('npm start', `"${process.execPath}" -p 'JSON.stringify(process.env)'`);
  const { stdout } = await runCommands(script, { cwd: system.folder });
  return JSON.parse(stdout) as Record<string, string>;
}

/** The conversation of the guide, with a system that these commands start. @returns what it says, its metrics and the output of the start */
async function talked(commands: string, addresses: Readonly<Record<string, string>>) {
  const env = await environmentOf(commands, addresses);
  const standalone = await system.start({ env });
  const credentials = path.join(system.dataDir, 'credentials.json');
  const { stdout } = await runCommands(conversation, {
    cwd: repository,
    env: { ...process.env, CREDENTIALS: credentials },
  });
  const metrics = await runCommands(measured.replace('http://127.0.0.1:8080', standalone.baseUrl), {
    cwd: system.folder,
  });
  return { said: stdout, metrics: metrics.stdout, output: standalone.output };
}

describe('the guide to language models', () => {
  it('when its local server is used, then the agent says what that model says', async () => {
    openAi.plan({});
    const { said, metrics } = await talked(local, { 'http://127.0.0.1:11434/v1': openAi.url });
    expect(said).toContain('All is well here.');
    expect(metrics).toContain('gen_ai_request_model="llama3.1"');
  });

  it('when its hosted provider is used, then the agent says what that model says, and it has its cost', async () => {
    const { said, metrics } = await talked(hosted, {
      'https://api.anthropic.com/v1': `${anthropic.url}/v1`,
    });
    expect(said).toContain('Which day suits you?');
    expect(metrics).toMatch(/model_cost_dollars_total\{model="default"\} [\d.e-]+/);
  });

  it('when the first of its two models can not be reached, then the start says so, and the second one responds', async () => {
    openAi.plan({});
    const { said, metrics, output } = await talked(two, {
      'https://api.openai.com/v1': 'http://127.0.0.1:9/v1',
      'http://127.0.0.1:11434/v1': openAi.url,
    });
    expect(said).toContain('All is well here.');
    expect(metrics).toMatch(/model="default",error_type="unreachable"/);
    expect(metrics).toContain('gen_ai_request_model="llama3.1"');
    expect(metrics).toContain('model_available{model="default"} 0');
    expect(metrics).toContain('model_available{model="local"} 1');
    expect(output).toMatch(/^Ready in .* s, without a connection to the model "default": http/m);
    expect(output).toMatch(/The model \\"default\\" can not be reached at http:\/\/127\.0\.0\.1:9 /);
  });
});
