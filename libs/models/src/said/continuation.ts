import type { PromptMessage } from '@svc/engine';

/** What is sent behind a request to have a message completed that broke off after `said`. */
export function pleaToGoOn(said: string): readonly PromptMessage[] {
  return [
    { role: 'assistant', content: said },
    {
      role: 'user',
      content:
        'Your message broke off there, and what stands above was heard. Say the rest of it and nothing else: go on at the very character where it ends, without saying any of it again.',
    },
  ];
}

/** Shorter repetitions may be meant: `no` behind `no`. In UTF-16 code units. */
const minOverlap = 8;

/**
 * Takes from the rest of a message what was said before: models begin again with the sentence that broke off, or with
 * the whole message. Text is held back only as long as it may be that.
 */
export class Continuation {
  #held = '';
  #isDecided = false;

  constructor(readonly said: string) {}

  push(text: string): string {
    if (this.#isDecided) return text;
    this.#held += text;
    return mayBeSaidAgain(this.said, this.#held.trimStart()) ? '' : this.end();
  }

  end(): string {
    if (this.#isDecided) return '';
    this.#isDecided = true;
    const begun = this.#held.trimStart();
    const overlap = overlapOf(this.said, begun);
    return overlap === 0 ? this.#held : begun.slice(overlap);
  }
}

/** Whether `begun` stands somewhere in what was said, so that what follows may go on to its end. */
function mayBeSaidAgain(said: string, begun: string): boolean {
  return begun.length < said.length && said.includes(begun);
}

/** Length of the longest beginning that what was said ends with. */
function overlapOf(said: string, begun: string): number {
  for (let length = Math.min(said.length, begun.length); length >= minOverlap; length -= 1) {
    if (said.endsWith(begun.slice(0, length))) return length;
  }
  return 0;
}
