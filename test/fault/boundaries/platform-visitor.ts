import { setTimeout as delay } from 'node:timers/promises';
import { HttpError } from '../../support/client.js';
import type { PlatformClient } from '../../support/platform-client.js';
import type { Visitor } from './visitor.js';

/** As long as the agent speaks by itself, of what came late. */
const busyForMs = 10_000;

/** Longer than a process that has died keeps an answer for a client that it can't reach. */
const collectedWithinMs = 30_000;

interface Said {
  readonly role: string;
  readonly text: string;
  readonly turn_index: number | null;
}

interface Turn {
  readonly output: readonly Said[];
}

/** Somebody whom a workspace's client speaks for. */
export class PlatformVisitor implements Visitor {
  #id = '';
  /** What was said, and whether its turn is known to be complete. */
  readonly #said = new Map<string, boolean>();
  /** What the agent said, as the client was told it. */
  readonly #heard = new Set<string>();

  constructor(
    private readonly client: PlatformClient,
    private readonly workspaceId: string,
    private readonly serviceId: string,
  ) {}

  get id(): string {
    return this.#id;
  }

  async begin(): Promise<void> {
    const body = { service_id: this.serviceId };
    const path = `${this.workspaceId}/conversations`;
    const { id, turns } = await this.client.json<{ id: string; turns: readonly Said[] }>('POST', path, {
      body,
    });
    this.#id = id;
    this.#hear(turns);
  }

  async say(text: string, signal?: AbortSignal): Promise<string | null> {
    this.#said.set(text, false);
    try {
      await this.#onceIdle(async () => {
        const request = { body: { message: text }, signal };
        this.#hear((await this.client.json<Turn>('POST', `${this.#path}/turns`, request)).output);
      });
      this.#said.set(text, true);
      return null;
    } catch (error) {
      return `"${text}" came to nothing: ${String(error)}`;
    }
  }

  async approve(): Promise<void> {
    const path = `${this.workspaceId}/integrations/approvals/${this.#id}/approve`;
    try {
      await this.#onceIdle(() => this.client.request('POST', path));
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== 404) throw error;
    }
  }

  async finish(): Promise<void> {
    await this.#onceIdle(() => this.client.request('DELETE', this.#path));
  }

  async differences(): Promise<readonly string[]> {
    const unheard = await this.#unheard();
    const turns = await this.#kept();
    const kept = turns.filter(({ role }) => role === 'user').map(({ text }) => text);
    return [
      ...[...this.#said]
        .filter(([text, isComplete]) => isComplete && !kept.includes(text))
        .map(([text]) => `"${text}" was acknowledged, and is missing`),
      ...kept.filter((text, index) => kept.indexOf(text) !== index).map((text) => `"${text}" is kept twice`),
      ...kept.filter((text) => !this.#said.has(text)).map((text) => `"${text}" was never said`),
      ...unheard.map((answer) => `${answer} was never told, and is not to be collected`),
    ];
  }

  /** Collects what it has missed. @returns what can't be had */
  async #unheard(): Promise<readonly string[]> {
    const endsAtMs = performance.now() + collectedWithinMs;
    for (;;) {
      const answers = (await this.#kept()).filter(({ role }) => role === 'agent').map(nameOf);
      const missing = answers.filter((answer) => !this.#heard.has(answer));
      if (missing.length === 0 || performance.now() > endsAtMs) return missing;
      const poll = { query: { poll: 'true' }, body: { message: '' } };
      this.#hear((await this.client.json<Turn>('POST', `${this.#path}/turns`, poll)).output);
      await delay(200);
    }
  }

  async #kept(): Promise<readonly Said[]> {
    return (await this.client.json<{ turns: readonly Said[] }>('GET', this.#path)).turns;
  }

  #hear(turns: readonly Said[]): void {
    for (const turn of turns) if (turn.role === 'agent') this.#heard.add(nameOf(turn));
  }

  async #onceIdle(ask: () => Promise<unknown>): Promise<void> {
    const endsAtMs = performance.now() + busyForMs;
    for (;;) {
      try {
        await ask();
        return;
      } catch (error) {
        const isBusy = error instanceof HttpError && error.body.error_code === 'conversation_busy';
        if (!isBusy || performance.now() > endsAtMs) throw error;
        await delay(50);
      }
    }
  }

  get #path(): string {
    return `${this.workspaceId}/conversations/${this.#id}`;
  }
}

/** Words alone may be the same in each turn. */
function nameOf({ turn_index: index, text }: Said): string {
  return `the answer ${index} "${text}"`;
}
