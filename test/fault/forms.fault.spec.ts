import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, jest } from '@jest/globals';
import { eventually, seededRandom, seedFrom } from '@svc/testing';
import { PlatformClient } from '../support/platform-client.js';
import { actionState, makePlatformService } from '../support/platform-service.js';
import { StandaloneFixture } from '../support/standalone-fixture.js';
import type { StandaloneProcess } from '../support/standalone-process.js';
import { isFullRun } from './fault-length.js';

const conversations = 6;
const kills = isFullRun ? 12 : 1;
/** A commit takes a few milliseconds, and what follows from it a few more. */
const mostMs = 60;
/** What an instance that died has left is looked for every 5 s. */
const withinMs = 30_000;
const random = seededRandom(seedFrom('SVC_FAULT_SEED'));
const system = new StandaloneFixture();
let standalone: StandaloneProcess;

jest.setTimeout(isFullRun ? 15 * 60_000 : 5 * 60_000);

const states = [
  actionState('form', {
    wait_for: 'surface_submission',
    exit_conditions: [{ description: 'The form was submitted.', next_state: 'goodbye' }],
    surface_spec_template: {
      title: 'Your visit',
      fields: [{ key: 'day', label: 'Day', field_type: 'text', prefill_value: 'Monday' }],
    },
  }),
  actionState('goodbye'),
];

interface Waiting {
  readonly id: string;
  readonly entityId: string;
}
interface Read {
  readonly id: string;
  readonly status: string;
  readonly entity_id: string;
  readonly turns: readonly { readonly role: string }[];
}

/** Whoever fills in a form tries again until its answer has come; that it was submitted already is one. */
async function submitted({ entityId }: Waiting): Promise<void> {
  await eventually(
    async () => {
      const [form, ...more] = await workspace().formsOf(entityId);
      expect(more).toEqual([]);
      if (form?.status === 'completed') return;
      const { url } = await workspace().post<{ url: string }>(`surfaces/${form?.id ?? ''}/deliver`, {
        channel_address: 'the chat',
      });
      const answer = await fetch(standalone.baseUrl + url.replace(/spec$/, 'submit'), { method: 'POST' });
      expect([200, 409]).toContain(answer.status);
    },
    withinMs,
    100,
  );
}

class Workspace {
  readonly #client: PlatformClient;
  readonly #id: string;

  constructor(of: StandaloneProcess) {
    const { workspace_id: id, workspace_api_key: key } = of.credentials();
    this.#client = new PlatformClient(of.baseUrl, key);
    this.#id = id;
  }

  service(): Promise<string> {
    return makePlatformService(this.#client, this.#id, 'A form', states);
  }

  post<Body>(path: string, body: object): Promise<Body> {
    return this.#client.json<Body>('POST', `${this.#id}/${path}`, { body });
  }

  read(conversation: string): Promise<Read> {
    return this.#client.json('GET', `${this.#id}/conversations/${conversation}`);
  }

  async formsOf(entityId: string): Promise<readonly { readonly id: string; readonly status: string }[]> {
    const path = `${this.#id}/surfaces?entity_id=${entityId}`;
    return (await this.#client.json<{ items: { id: string; status: string }[] }>('GET', path)).items;
  }
}

/** That of the process that runs now. */
const workspace = () => new Workspace(standalone);

it('given conversations that wait for forms, when kill -9 comes around their submission, then each form is made once and told once', async () => {
  process.stdout.write(`forms: SVC_FAULT_SEED=${random.seed}\n`);
  standalone = await system.start({ env: { SVC_RATE_LIMITS: '{"*":1000000}' } });
  const serviceId = await workspace().service();
  const port = Number(new URL(standalone.baseUrl).port);

  for (let kill = 0; kill < kills; kill += 1) {
    const waiting: Waiting[] = [];
    for (let one = 0; one < conversations; one += 1) {
      const body = { service_id: serviceId };
      const { id, status, entity_id: entityId } = await workspace().post<Read>('conversations', body);
      expect(status).toBe('paused');
      waiting.push({ id, entityId });
    }
    // Those begun last may have no form yet.
    const submissions = Promise.allSettled(waiting.map(submitted));
    await delay(random.below(mostMs));
    await standalone.kill('node');
    standalone = await system.start({ env: { SVC_RATE_LIMITS: '{"*":1000000}' }, port });
    for (const { status } of await submissions) expect(status).toBe('fulfilled');

    for (const { id, entityId } of waiting) {
      await eventually(async () => {
        const { status, turns } = await workspace().read(id);
        // Its greeting, what it is told of the form, and what it says then.
        expect({ status, turns: turns.map(({ role }) => role) }).toEqual({
          ...{ status: expect.not.stringMatching('paused'), turns: ['agent', 'system', 'agent'] },
        });
      }, withinMs);
      expect(await workspace().formsOf(entityId)).toMatchObject([{ status: 'completed' }]);
    }
  }
});
