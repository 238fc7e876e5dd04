import type { Caller } from '@svc/contracts/common';
import { DomainError } from '@svc/errors';
import type { SeededRandom } from '@svc/testing';
import type { Host } from '../host.js';
import { all, createRequest, saying } from '../turns.js';

/** What a client knows of a turn: `unknown` if its stream ended without a result. */
export type TurnOutcome = 'complete' | 'failed' | 'unknown';

export interface SpokenTurn {
  /** A text that occurs once in the whole run. */
  readonly text: string;
  readonly outcome: TurnOutcome;
}

/** Users who speak to any host without a pause, and their own record of it. */
export class Speakers {
  readonly turns: SpokenTurn[] = [];
  readonly #open = new Map<string, string>();
  #said = 0;

  constructor(
    private readonly hosts: readonly Host[],
    private readonly random: SeededRandom,
  ) {}

  /** Several may speak for the same user. */
  async speak(caller: Caller, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const conversationId = this.#open.get(caller.userId);
      if (conversationId === undefined) await this.#begin(caller);
      else if (this.random.below(25) === 0) await this.#finish(caller, conversationId);
      else await this.#say(caller, conversationId);
    }
  }

  get #host(): Host {
    return this.hosts[this.random.below(this.hosts.length)] as Host;
  }

  async #begin(caller: Caller): Promise<void> {
    try {
      const told = await all(this.#host.client.createConversation(createRequest({ caller })));
      const created = told.find((event) => event.$case === 'conversationCreated');
      if (created && told.at(-1)?.$case === 'interactionComplete')
        this.#open.set(caller.userId, created.value.conversationId);
    } catch (error) {
      // It may be one with a lost begin, or one of this user's other speaker.
      const [, id] = /conversation in this service, ([0-9a-f]{24})/.exec(expected(error).message) ?? [];
      if (id !== undefined) this.#open.set(caller.userId, id);
    }
  }

  async #say(caller: Caller, conversationId: string): Promise<void> {
    const text = `turn ${(this.#said += 1)}`;
    let outcome: TurnOutcome;
    try {
      const told = await all(this.#host.client.interact(saying(conversationId, text, { caller })));
      outcome = told.at(-1)?.$case === 'interactionComplete' ? 'complete' : 'unknown';
    } catch (error) {
      outcome = 'failed';
      this.#leaveEnded(caller, expected(error));
    }
    this.turns.push({ text, outcome });
  }

  async #finish(caller: Caller, conversationId: string): Promise<void> {
    try {
      await this.#host.client.finishConversation({ caller, conversationId });
      this.#open.delete(caller.userId);
    } catch (error) {
      this.#leaveEnded(caller, expected(error));
    }
  }

  #leaveEnded({ userId }: Caller, { code }: DomainError): void {
    if (code === 'conversation_finished' || code === 'not_found') this.#open.delete(userId);
  }
}

/** @throws errors that no client may ever get. */
function expected(error: unknown): DomainError {
  if (error instanceof DomainError && error.code !== 'internal_error') return error;
  throw error;
}
