import { setTimeout as delay } from 'node:timers/promises';
import { compareWithRecord, interactionsIn, type KeptInteraction } from '../../support/kept-interactions.js';
import type { HeldTurn } from '../../support/held-turn.js';
import { betweenTurnsMs } from '../fault-length.js';
import { isAway } from './away.js';
import type { Speaker } from '../../support/speaker.js';

const turnsOfConversation = 5;
/** After a turn that came to nothing, in ms: who is away is started again within a second. */
const patienceMs = 100;

/** What the product has of a user, by its lists of conversations and messages. */
export interface KeptTalk {
  readonly conversations: number;
  readonly messages: number;
  /** Differences from the user's own record, in words. */
  readonly faults: readonly string[];
}

/** A user who talks, in one conversation after the other, and keeps a record. */
export class Talker {
  #utterances = 0;
  #completed = 0;
  #stopping = false;
  #talking: Promise<void> = Promise.resolve();

  constructor(
    readonly userId: string,
    readonly speaker: Speaker,
  ) {}

  /** Turns that were acknowledged. */
  get completed(): number {
    return this.#completed;
  }

  /** Rejects on any error other than an unavailable service. */
  begin(): Promise<void> {
    return (this.#talking = this.#talk());
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#talking;
  }

  /** Compares all that is kept with the record. */
  async kept(): Promise<KeptTalk> {
    await this.speaker.findOwnConversations();
    const interactions: KeptInteraction[] = [];
    const faults: string[] = [];
    let conversations = 0;
    for (const held of this.speaker.conversations) {
      const messages = await this.speaker.messagesOf(held);
      const kept = interactionsIn(messages ?? []);
      if (messages !== undefined) conversations += 1;
      interactions.push(...kept);
      faults.push(...compareWithRecord(held, kept));
    }
    const messages = interactions.flatMap((interaction) => interaction.messages).filter(isCounted).length;
    return { conversations, messages, faults };
  }

  async #talk(): Promise<void> {
    while (!this.#stopping) {
      if (await this.#note(this.speaker.begin()))
        for (let turn = 0; turn < turnsOfConversation && !this.#stopping; turn += 1)
          await this.#note(this.speaker.say(`This is number ${(this.#utterances += 1)}.`));
      await this.#finishAll();
    }
  }

  /** One that was begun without an answer too: nobody has two open ones. */
  async #finishAll(): Promise<void> {
    try {
      await this.speaker.findOwnConversations();
      const { conversations } = await this.speaker.client.conversations({ is_finished: false });
      for (const { id } of conversations) await this.speaker.client.finish(id);
    } catch (error) {
      if (!isAway(error)) throw error;
    }
  }

  async #note(taken: Promise<HeldTurn>): Promise<boolean> {
    const isComplete = (await taken).outcome === 'complete';
    if (isComplete) this.#completed += 1;
    await delay(isComplete ? betweenTurnsMs : patienceMs);
    return isComplete;
  }
}

/** Statistics leave inner thoughts out. */
function isCounted({ type }: KeptInteraction['messages'][number]): boolean {
  return type !== 'agent-inner-thought';
}
