import type { PromptMessage } from '@svc/engine';

/** Messages after the request that ask to complete a message that broke off after `said`. */
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

/** Shorter repetitions may be intended: `no` after `no`. In UTF-16 code units. */
const minOverlap = 8;

/**
 * Removes repeated text from the rest of a message: models begin again with the broken sentence, or with the whole message.
 * Text is held only while it may be a repetition.
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

/** Whether `begun` is in `said`, so that it may be a repetition up to its end. */
function mayBeSaidAgain(said: string, begun: string): boolean {
  return begun.length < said.length && said.includes(begun);
}

/** Length of the longest prefix of `begun` that is a suffix of `said`. */
function overlapOf(said: string, begun: string): number {
  for (let length = Math.min(said.length, begun.length); length >= minOverlap; length -= 1) {
    if (said.endsWith(begun.slice(0, length))) return length;
  }
  return 0;
}
