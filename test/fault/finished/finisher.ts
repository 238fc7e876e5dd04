import { setTimeout as delay } from 'node:timers/promises';
import type { ConversationRecord, Page } from '../../support/client.js';
import type { HeldConversation } from '../../support/held-turn.js';
import type { Speaker } from '../../support/speaker.js';
import { stages } from '../../support/webhook-destinations.js';
import { isAway } from '../bus/away.js';
import { betweenConversationsMs } from '../fault-length.js';

/** After what came to nothing, in ms. */
const patienceMs = 100;

interface Memory {
  readonly id: string;
  readonly conversation_id: string;
  readonly content: string;
}

interface UserModel {
  readonly content: string;
  readonly insight_ids: readonly string[];
}

/** What has become of a user's conversations. */
export interface Finished {
  readonly conversations: readonly string[];
  /** Conversations whose stages may not all have ended. */
  readonly notAnalyzed: readonly string[];
  /** Memories that are missing, doubled or of nothing that was said, and a user model that rests on others; in words. */
  readonly wrongMemories: readonly string[];
}

/** A user who says in one conversation after the other where they live, each time elsewhere, and finishes it. */
export class Finisher {
  /** Those with an acknowledged finish. */
  readonly acknowledged = new Set<string>();
  #stopping = false;
  #talking: Promise<void> = Promise.resolve();

  constructor(
    private readonly userId: string,
    private readonly speaker: Speaker,
  ) {}

  /** Rejects on any error other than an unavailable service. */
  begin(): Promise<void> {
    this.#stopping = false;
    return (this.#talking = this.#talk());
  }

  /** Resolves when all of their conversations are finished. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#talking;
  }

  /** Compares what is listed with the user's own record. */
  async finished(): Promise<Finished> {
    const { client } = this.speaker;
    const listed = await everyPage(
      (continuation_token) => client.conversations({ continuation_token, is_finished: true }),
      ({ conversations }) => conversations,
    );
    return {
      conversations: [...new Set([...this.acknowledged, ...listed.map(({ id }) => id)])],
      notAnalyzed: listed.filter((conversation) => !isAnalyzed(conversation)).map(({ id }) => id),
      wrongMemories: await this.#wrongMemories(),
    };
  }

  async #talk(): Promise<void> {
    while (!this.#stopping) {
      const { outcome } = await this.speaker.begin();
      const place = townOf(this.speaker.conversations.length);
      if (outcome === 'complete') await this.speaker.say(`I live in ${place}.`);
      await this.#finishAll();
      await delay(betweenConversationsMs);
    }
  }

  /** One too that was begun without an answer: nobody has two open ones. */
  async #finishAll(): Promise<void> {
    for (;;) {
      try {
        await this.speaker.findOwnConversations();
        const { conversations } = await this.speaker.client.conversations({ is_finished: false });
        for (const { id } of conversations) {
          await this.speaker.client.finish(id);
          this.acknowledged.add(id);
        }
        return;
      } catch (error) {
        if (!isAway(error)) throw error;
        await delay(patienceMs);
      }
    }
  }

  async #wrongMemories(): Promise<readonly string[]> {
    const { client } = this.speaker;
    const memories = await everyPage(
      (continuation_token) =>
        client.json<Page & { memories: readonly Memory[] }>('GET', `user/${this.userId}/memory`, {
          query: { continuation_token },
        }),
      (page) => page.memories,
    );
    const kept: string[] = [];
    const wrong: string[] = [];
    for (const held of this.speaker.conversations) {
      const said = await this.#keptOf(held);
      const found = memories.filter((memory) => memory.conversation_id === held.id);
      const expected = said === null ? [] : [`Lives in ${said}`];
      kept.push(...expected);
      if (String(found.map(({ content }) => content)) !== String(expected))
        wrong.push(`${held.id}: ${found.length} memories in place of ${expected.length}`);
    }
    if (memories.length !== kept.length) wrong.push(`${memories.length} memories of ${kept.length} facts`);
    const { user_models: models } = await client.json<{ user_models: readonly UserModel[] }>(
      'GET',
      `user/${this.userId}/user_model`,
    );
    const latest = memories.filter(({ content }) => content === kept.at(-1)).map(({ id }) => id);
    const isRight =
      kept.length === 0
        ? models.length === 0
        : models.length === 1 &&
          models[0]?.content === kept.at(-1) &&
          String(models[0]?.insight_ids) === String(latest);
    if (!isRight) wrong.push(`${this.userId} is known by ${JSON.stringify(models)}, not by ${kept.at(-1)}`);
    return wrong;
  }

  /** The place that was said in it and is kept, with its full stop; null: none is. */
  async #keptOf(held: HeldConversation): Promise<string | null> {
    const turn = held.turns.find(({ text }) => text !== null);
    if (!turn?.text || turn.outcome === 'void') return null;
    const place = turn.text.slice('I live in '.length);
    if (turn.outcome === 'complete') return place;
    const messages = await this.speaker.messagesOf(held);
    return messages?.some(({ message }) => message === turn.text) ? place : null;
  }
}

function isAnalyzed({ is_analyzed, completed_post_processings: completed }: ConversationRecord): boolean {
  return is_analyzed && String(completed) === String(stages);
}

/** Aville, Bville, … Zville, Baville, …: names, in which digits would have no place. */
function townOf(number: number): string {
  const digits = [...number.toString(26)].map((digit) => String.fromCharCode(97 + parseInt(digit, 26)));
  const name = `${digits.join('')}ville`;
  return name.charAt(0).toUpperCase() + name.slice(1);
}

async function everyPage<Answer extends Page, Item>(
  pageFrom: (continuationToken: number) => Promise<Answer>,
  itemsOf: (page: Answer) => readonly Item[],
): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (let token: number | null = 0; token !== null;) {
    const page: Answer = await pageFrom(token);
    items.push(...itemsOf(page));
    token = page.continuation_token;
  }
  return items;
}
