/** Maximum length of a message that is held for unwrapping, in UTF-16 code units. No intended message is that long. */
const maxHeldCharacters = 20_000;

/** Keys under which models put their message when they return an object. */
const messageKeys = ['message', 'text', 'content', 'response', 'reply', 'answer'];

/** A text that is one code fence: its language and content. */
const fenced = /^```([\w+-]*)[^\S\n]*\n([\s\S]*?)\n?```\s*$/;
const languagesOfText = new Set(['', 'json', 'text', 'txt', 'plaintext', 'markdown', 'md']);

/**
 * Unwraps a message that is a JSON object or in a code fence. The first characters decide: any other message passes at once,
 * without leading white space. A wrapped one is held to its end.
 */
export class Unwrapper {
  #held = '';
  #mode: 'undecided' | 'passing' | 'wrapped';

  /** @param isBegun the text continues a message: nothing is held, and white space counts */
  constructor(isBegun: boolean) {
    this.#mode = isBegun ? 'passing' : 'undecided';
  }

  push(text: string): string {
    if (this.#mode === 'passing') return text;
    this.#held += text;
    if (this.#mode === 'undecided') {
      this.#held = this.#held.trimStart();
      this.#mode = modeOf(this.#held);
    }
    if (this.#held.length > maxHeldCharacters) this.#mode = 'passing';
    return this.#mode === 'passing' ? this.#release() : '';
  }

  /** The held text, unwrapped; empty for an object without a message. */
  end(): string {
    const isWrapped = this.#mode === 'wrapped';
    this.#mode = 'passing';
    const text = this.#release();
    return isWrapped ? unwrapped(text) : text;
  }

  #release(): string {
    const text = this.#held;
    this.#held = '';
    return text;
  }
}

function modeOf(begun: string): 'undecided' | 'passing' | 'wrapped' {
  if (/^(?:```|\{\s*")/.test(begun)) return 'wrapped';
  return /^(?:`{0,2}|\{\s*)$/.test(begun) ? 'undecided' : 'passing';
}

function unwrapped(text: string): string {
  const fence = fenced.exec(text);
  if (fence === null) return text.startsWith('{') ? messageIn(text) : text;
  const [, language = '', content = ''] = fence;
  if (!languagesOfText.has(language.toLowerCase())) return text;
  const inner = content.trim();
  return inner.startsWith('{') ? messageIn(inner) : inner;
}

function messageIn(json: string): string {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return '';
  }
  if (typeof value !== 'object' || value === null) return '';
  const fields = value as Readonly<Record<string, unknown>>;
  const message = messageKeys.map((key) => fields[key]).find((text) => typeof text === 'string');
  return message?.trim() ?? '';
}
