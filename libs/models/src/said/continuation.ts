import { plainSpeech, type PromptMessage } from '@svc/engine';

/** Messages after the request that ask to complete a message that broke off after `said`. */
export function pleaToGoOn(said: string): readonly PromptMessage[] {
  return [
    { role: 'assistant', content: plainSpeech(said) },
    {
      role: 'user',
      content: `Your message broke off there, and what stands above was heard. Write the rest of it and nothing else. Begin with its last words again, exactly as they stand, and go on from there: "${plainSpeech(lastWords(said))}"`,
    },
  ];
}

/** Bound of the words that are asked for again, in UTF-16 code units. */
const maxWords = 80;

/** Where words are not separated, so many characters. */
const unseparated = 12;

function lastWords(said: string): string {
  const words = /(?:\S+\s+){0,5}\S+\s*$/u.exec(said)?.[0].trim() ?? '';
  return words.length <= maxWords ? words : [...words].slice(-unseparated).join('');
}

/** A shorter repetition counts only from the beginning of a word. In letters and digits. */
const surelyRepeated = 8;

/** So many characters without a repetition show how the rest begins. */
const telling = 16;

/**
 * The rest of a message, joined to what was sent of it without a seam. It was asked for with the last words again; these are
 * left out, also where the model begins with the broken sentence or the whole message, or changes case, spaces or quotes. Text
 * is held only while it may be a repetition. A rest that begins otherwise is refused where a seam would show.
 */
export class Continuation {
  readonly #said: Letters;
  #held = '';
  #isDecided = false;
  #isRefused = false;
  /** The rest is in quotes of its own. */
  #isQuoted = false;
  /** A quote that may be the last character. */
  #waiting = '';

  constructor(readonly said: string) {
    this.#said = lettersOf(said);
  }

  /** Whether the rest does not fit. Nothing of it is sent. */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  push(text: string): string {
    if (this.#isDecided) return this.#unquoted(text);
    this.#held += text;
    const begun = lettersOf(this.#held);
    const { letters: said } = this.#said;
    if (begun.letters.length < said.length && said.includes(begun.letters)) return '';
    const isShort = this.#held.trim().length < telling && this.#overlapWith(begun) === 0;
    return isShort ? '' : this.#unquoted(this.#decide());
  }

  end(): string {
    const rest = this.#isDecided ? '' : this.#unquoted(this.#decide());
    this.#waiting = '';
    return rest;
  }

  #decide(): string {
    this.#isDecided = true;
    const begun = lettersOf(this.#held);
    const overlap = this.#overlapWith(begun);
    if (overlap > 0) {
      this.#isQuoted = /^\s*["“„«]/.test(this.#held);
      const end = this.#said.ends.at(-1) ?? 0;
      return joined(this.said.slice(end), this.#held.slice(begun.ends[overlap - 1]));
    }
    const rest = withoutSeam(this.said, this.#held);
    this.#isRefused = rest === null;
    return rest ?? '';
  }

  /** Length of the longest repetition of the end of what was sent, in letters and digits. */
  #overlapWith({ letters, ends }: Letters): number {
    const { letters: said, starts } = this.#said;
    for (let length = Math.min(said.length, letters.length); length > 0; length -= 1) {
      if (!said.endsWith(letters.slice(0, length))) continue;
      const start = starts[said.length - length] ?? 0;
      const isWord = start === 0 || !/[\p{L}\p{N}]$/u.test(this.said.slice(0, start));
      if (length >= surelyRepeated || (isWord && this.#isWhole(length, ends))) return length;
    }
    return 0;
  }

  /** Whether a short repetition is more than how the next word begins: behind a space, or of a letter or two. */
  #isWhole(length: number, ends: readonly number[]): boolean {
    const next = this.#held.charAt(ends[length - 1] ?? 0);
    const goesOn = /[\p{L}\p{N}]/u.test(next);
    return !goesOn || (length > 2 && !/\s$/.test(this.said));
  }

  #unquoted(text: string): string {
    if (!this.#isQuoted) return text;
    const all = this.#waiting + text;
    this.#waiting = /["”“»]\s*$/u.exec(all)?.[0] ?? '';
    return all.slice(0, all.length - this.#waiting.length);
  }
}

/** The letters and digits of a text, in small letters, and where each starts and ends. */
interface Letters {
  readonly letters: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

function lettersOf(text: string): Letters {
  let letters = '';
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: letter, index } of text.matchAll(/[\p{L}\p{N}]/gu)) {
    const small = letter.toLowerCase();
    letters += small;
    // Some have two code units in small letters, some have two code units.
    for (let unit = 0; unit < small.length; unit += 1) {
      starts.push(index);
      ends.push(index + letter.length);
    }
  }
  return { letters, starts, ends };
}

/** @param sent what was sent behind the last letter */
function joined(sent: string, rest: string): string {
  const marks = sent.trim();
  const isRepeated = marks !== '' && rest.trimStart().startsWith(marks);
  const left = isRepeated ? rest.trimStart().slice(marks.length) : rest;
  return /\s$/.test(sent) ? left.trimStart() : left;
}

/** Models begin like this when they start again. */
const preamble = /^["“]?(?:sure|okay|ok|of course|certainly|absolutely|here(?:'s| is)|continuing)\b/iu;
const endOfSentence = /[.!?…。！？]["'”’)\]]*\s*$/u;
const withoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** A rest without any repetition, with a blank where one is missing; null where a seam would show. */
function withoutSeam(said: string, rest: string): string | null {
  const begun = rest.trimStart();
  if (begun === '' || /^[,.;:!?)\]…。，！？]/u.test(begun)) return rest;
  if (preamble.test(begun)) return null;
  const isSpaced = /\s$/.test(said) || /^\s/.test(rest);
  if (endOfSentence.test(said)) return isSpaced || withoutSpaces.test(begun.charAt(0)) ? rest : ` ${rest}`;
  // In mid-sentence a capital letter is a name or a new sentence, and without a space it may be in mid-word.
  if (isSpaced) return /^["“'‘(]?\p{Lu}/u.test(begun) ? null : rest;
  return withoutSpaces.test(said.slice(-1)) && withoutSpaces.test(begun.charAt(0)) ? rest : null;
}
