import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { LLMock } from '@copilotkit/aimock';
import { startHttpToolServer, type HttpToolServer } from '@svc/testing/tool-servers';
import { startClinicModel } from './clinic-model.js';
import { startStandalone, type StartedStandalone } from './started-standalone.js';

// The scripts of examples/platform: a patient talks with the clinic over each of the ways that the interface has.

const run = promisify(execFile);
const scripts = path.resolve(import.meta.dirname, '../../../examples/platform');
const folder = mkdtempSync(path.join(tmpdir(), 'clinic-'));
const credentials = path.join(folder, 'credentials.json');
let tools: HttpToolServer;

const script = (name: string, ...args: readonly string[]) =>
  run(process.execPath, [path.join(scripts, name), credentials, ...args], {
    env: { ...process.env, TOOL_SERVER: tools.url },
  });

beforeAll(async () => {
  tools = await startHttpToolServer({ effectsFile: path.join(folder, 'effects.jsonl') });
});
afterAll(async () => {
  await tools.stop();
  rmSync(folder, { recursive: true });
});

describe.each(['the offline model', 'a server that speaks as OpenAI does'])('given %s', (which) => {
  let standalone: StartedStandalone;
  let model: LLMock | undefined;

  beforeAll(async () => {
    if (which !== 'the offline model') model = await startClinicModel();
    standalone = await startStandalone(
      model && { SVC_MODEL_BASE_URL: `${model.url}/v1`, SVC_MODEL_NAME: 'clinic-model' },
    );
    writeFileSync(credentials, JSON.stringify(standalone.demo));
    await script('clinic.mjs');
  });
  afterAll(async () => {
    await standalone.stop();
    await model?.stop();
  });

  describe.each(['requests', 'stream', 'socket'])('over %s', (over) => {
    it('when a patient confirms a free time, then it is booked once, and the conversation is completed', async () => {
      const before = tools.effects().length;
      const { stdout, stderr } = await script('visit.mjs', '--over', over);
      expect(stderr).toBe('');
      expect(stdout).toMatch(/^Noor: .*full name/);
      expect(stdout.match(/^ {2}\(\w+ /gm)).toEqual([
        '  (clinic__find_openings ',
        '  (clinic__book_appointment ',
      ]);
      expect(stdout.match(/^Noor: .*8 Lake Street/gm)).toHaveLength(1);
      expect(stdout).toMatch(/is completed after 7 messages of the patient\.\n$/);
      expect(tools.effects().slice(before)).toMatchObject([
        { what: 'POST /appointments', isRepeat: false, input: { name: 'Ada Field', time: '10:30' } },
      ]);
    });

    it('when a patient is in danger, then they are told whom to call, and nothing is booked', async () => {
      const before = tools.effects().length;
      const { stdout } = await script('visit.mjs', '--over', over, '--visit', 'crisis');
      expect(stdout.split('\n').at(-4)).toMatch(/call 112 now.*020 7946 0199/);
      expect(tools.effects().slice(before)).toEqual([]);
    });
  });
});
