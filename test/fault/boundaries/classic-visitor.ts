import { turnInWords } from '../../support/held-turn.js';
import type { HeldConversation, HeldTurn } from '../../support/held-turn.js';
import { compareWithRecord, interactionsIn } from '../../support/kept-interactions.js';
import type { Speaker } from '../../support/speaker.js';
import type { Visitor } from './visitor.js';

/** A user of an organization. */
export class ClassicVisitor implements Visitor {
  constructor(private readonly speaker: Speaker) {}

  get id(): string {
    return this.#held.id;
  }

  async begin(): Promise<void> {
    const failure = failureOf(await this.speaker.begin());
    if (failure !== null) throw new Error(failure);
  }

  async say(text: string, signal?: AbortSignal): Promise<string | null> {
    return failureOf(await this.speaker.say(text, { signal }));
  }

  /** No conversation of an organization waits for a person. */
  approve(): Promise<void> {
    return Promise.resolve();
  }

  finish(): Promise<void> {
    return this.speaker.client.finish(this.id);
  }

  async differences(): Promise<readonly string[]> {
    const messages = (await this.speaker.messagesOf(this.#held)) ?? [];
    return compareWithRecord(this.#held, interactionsIn(messages));
  }

  get #held(): HeldConversation {
    const held = this.speaker.conversations.at(-1);
    if (!held) throw new Error('It has not begun a conversation.');
    return held;
  }
}

function failureOf(turn: HeldTurn): string | null {
  return turn.outcome === 'complete' ? null : turnInWords(turn);
}
