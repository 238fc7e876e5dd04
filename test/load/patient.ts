import { completionOf, turnInWords, type HeldTurn } from '../support/held-turn.js';
import type { SeededRandom } from '@svc/testing';
import type { Speaker } from '../support/speaker.js';

/** What patients say to the demo's agent; no one says the same thing twice in a conversation. */
const utterances = [
  'Hello, my back has been hurting for a week.',
  'I would like to see a doctor, please.',
  'Tuesday would be good.',
  'In the morning.',
  'My name is Ada Byron, my number is 555 0134.',
  'Yes, that is right.',
  'No, make it Thursday.',
  'What are your opening hours?',
  'Do I have to bring my insurance card?',
  'Can I cancel later?',
  'Grüße! Ça va? 你好 👋',
  'I am not sure yet.',
  'How long does a first appointment take?',
  'Sorry, what did you say?',
  'Thank you.',
  `One more thing. ${'My knee hurts as well, above all on stairs. '.repeat(20)}`,
];

/** A user who holds one conversation after the other, without a pause. */
export class Patient {
  /** Conversations that were finished on request, and acknowledged as such. */
  readonly finished: string[] = [];
  readonly failures: string[] = [];

  constructor(
    readonly speaker: Speaker,
    private readonly random: SeededRandom,
  ) {}

  async converseUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      let turn = await this.#note(this.speaker.begin());
      const texts = this.#somethingToSay();
      for (let text = texts.pop(); text !== undefined && !isOver() && goesOn(turn); text = texts.pop()) {
        turn = await this.#note(this.speaker.say(text));
      }
      if (turn.outcome !== 'complete') return;
      if (goesOn(turn)) await this.#finish();
    }
  }

  async #note(taken: Promise<HeldTurn>): Promise<HeldTurn> {
    const turn = await taken;
    if (turn.outcome !== 'complete') this.failures.push(turnInWords(turn));
    return turn;
  }

  async #finish(): Promise<void> {
    const id = this.speaker.conversations.at(-1)?.id ?? '';
    try {
      await this.speaker.client.finish(id);
      this.finished.push(id);
    } catch (error) {
      this.failures.push(`finish of ${id}: ${String(error)}`);
    }
  }

  /** Some of the utterances in a random order. */
  #somethingToSay(): string[] {
    const left = [...utterances];
    const count = 4 + this.random.below(utterances.length - 4);
    return Array.from({ length: count }, () => left.splice(this.random.below(left.length), 1)).flat();
  }
}

/** Neither failed nor ended by the agent. */
function goesOn(turn: HeldTurn): boolean {
  return completionOf(turn)?.conversation_completed === false;
}
