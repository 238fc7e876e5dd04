/** Parts of a piece: text for the user, and reasoning. */
export interface Heeded {
  readonly text: string;
  readonly reasoning: string;
}

const openings = ['<think>', '<thinking>', '<reasoning>'];
const closings = openings.map((tag) => tag.replace('<', '</'));
const opening = /<(?:think|thinking|reasoning)>/i;
const closing = /<\/(?:think|thinking|reasoning)>/i;
const either = new RegExp(`${opening.source}|${closing.source}`, 'i');

/**
 * Removes reasoning between tags from a message, with any split into pieces. A closing tag without an opening one is dropped.
 * After an unclosed opening tag, everything is reasoning.
 */
export class ReasoningFilter {
  #waiting = '';
  #isThinking = false;

  push(piece: string): Heeded {
    let rest = this.#waiting + piece;
    let text = '';
    let reasoning = '';
    for (;;) {
      const tag = (this.#isThinking ? closing : either).exec(rest);
      const end = tag === null ? rest.length - partOfTag(rest, this.#isThinking) : tag.index;
      if (this.#isThinking) reasoning += rest.slice(0, end);
      else text += rest.slice(0, end);
      if (tag === null) {
        this.#waiting = rest.slice(end);
        return { text, reasoning };
      }
      this.#isThinking = !this.#isThinking && opening.test(tag[0]);
      rest = rest.slice(end + tag[0].length);
    }
  }

  /** What waited for the rest of an incomplete tag. */
  end(): Heeded {
    const rest = this.#waiting;
    this.#waiting = '';
    return this.#isThinking ? { text: '', reasoning: rest } : { text: rest, reasoning: '' };
  }
}

/** How many characters at the end may be the beginning of a tag. */
function partOfTag(text: string, isThinking: boolean): number {
  const start = text.lastIndexOf('<');
  if (start < 0) return 0;
  const begun = text.slice(start).toLowerCase();
  const tags = isThinking ? closings : [...openings, ...closings];
  return tags.some((tag) => tag.startsWith(begun)) ? begun.length : 0;
}
