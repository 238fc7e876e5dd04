import { setTimeout as delay } from 'node:timers/promises';
import { HttpError } from '../../support/client.js';
import type { PlatformClient } from '../../support/platform-client.js';
import type { Visitor } from './visitor.js';

/** As long as the agent speaks by itself, of what came late. */
const busyForMs = 10_000;

interface Said {
  readonly role: string;
  readonly text: string;
}

/** Somebody whom a workspace's client speaks for. */
export class PlatformVisitor implements Visitor {
  #id = '';
  /** What was said, and whether its turn is known to be complete. */
  readonly #said = new Map<string, boolean>();

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
    this.#id = (
      await this.client.json<{ id: string }>('POST', `${this.workspaceId}/conversations`, { body })
    ).id;
  }

  async say(text: string, signal?: AbortSignal): Promise<string | null> {
    this.#said.set(text, false);
    try {
      await this.#onceIdle(() =>
        this.client.json('POST', `${this.#path}/turns`, { body: { message: text }, signal }),
      );
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
    const { turns } = await this.client.json<{ turns: readonly Said[] }>('GET', this.#path);
    const kept = turns.filter(({ role }) => role === 'user').map(({ text }) => text);
    return [
      ...[...this.#said]
        .filter(([text, isComplete]) => isComplete && !kept.includes(text))
        .map(([text]) => `"${text}" was acknowledged, and is missing`),
      ...kept.filter((text, index) => kept.indexOf(text) !== index).map((text) => `"${text}" is kept twice`),
      ...kept.filter((text) => !this.#said.has(text)).map((text) => `"${text}" was never said`),
    ];
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
