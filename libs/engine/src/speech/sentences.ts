/** A longer sentence is split there, at the white space before it if there is any. In UTF-16 code units. */
export const maxSentence = 500;

const marks = '.!?…。！？｡．؟۔।॥։።፧။។\\u037e';
/** Marks that need no white space after them. */
const wideMarks = '。！？｡．';
const closers = `"'”’»›)\\]」』）】〉》*_`;

/**
 * Where a sentence may end, once it is known what follows: after its marks and white space, or after a line. The search starts
 * only at the beginning of a run of marks or white space: starting at each character would make a long run quadratic.
 */
const mayEnd = new RegExp(
  `(?<![${marks}])(?<mark>[${marks}]+)(?<closer>[${closers}]*)(?<space>\\s+)(?=\\S)` +
    `|(?<![${marks}])(?=[${marks}]*[${wideMarks}])[${marks}]+[${closers}]*(?=[^\\s${marks}${closers}])` +
    `|(?<!\\s)[^\\S\\n]*\\n\\s*(?=\\S)`,
  'gu',
);

/** Words with a full stop that rarely end a sentence. */
const abbreviations = new Set(
  (
    'dr mr mrs ms prof st jr sr sra dra mme mlle hr fr frl str nr tel fig abs art vol vgl bzw usw evtl ggf ca inkl ' +
    'zzgl max min approx dept est etc inc ltd vs ej'
  ).split(' '),
);

/**
 * Streaming text, split where sentences end. In doubt two sentences stay one, which is safe for the judge. The parts do not
 * depend on where pieces are split; joined they are the text, without U+0000.
 */
export class Sentences {
  #waiting = '';
  /** No sentence ends before this index. */
  #looked = 0;
  /** The end of what was taken of the sentence already: an abbreviation may begin there. */
  #begun = '';

  /** Whether nothing is buffered. */
  get isEmpty(): boolean {
    return this.#waiting === '';
  }

  push(piece: string): void {
    this.#waiting += piece.replaceAll('\u0000', '');
  }

  /** The next complete sentence, with the white space after it; undefined when there is none. */
  next(): { readonly text: string; readonly isWhole: boolean } | undefined {
    const end = this.#endOfSentence();
    if (end !== null) {
      const text = this.#take(end);
      this.#begun = '';
      return { text, isWhole: true };
    }
    if (this.#waiting.length <= maxSentence) return undefined;
    return { text: this.#take(placeToPart(this.#waiting)), isWhole: false };
  }

  /** All buffered text, complete or not, except the first half of a surrogate pair. */
  rest(): string {
    return this.#take(this.#waiting.length - (halfCharacter.test(this.#waiting) ? 1 : 0));
  }

  /** All buffered text. */
  last(): string {
    return this.#take(this.#waiting.length);
  }

  /** Null where it has not come, or is beyond the maximum length of a sentence. */
  #endOfSentence(): number | null {
    const text = this.#waiting.slice(0, maxSentence + 1);
    mayEnd.lastIndex = this.#looked;
    for (let match = mayEnd.exec(text); match !== null; match = mayEnd.exec(text)) {
      if (isEnd(text, match, this.#begun)) return mayEnd.lastIndex;
      this.#looked = mayEnd.lastIndex;
    }
    return null;
  }

  #take(length: number): string {
    const text = this.#waiting.slice(0, length);
    this.#waiting = this.#waiting.slice(length);
    this.#looked = 0;
    this.#begun = (this.#begun + text).slice(-maxAbbreviation);
    return text;
  }
}

/** In UTF-16 code units; initials may be several. */
const maxAbbreviation = 20;

/** The first half of a surrogate pair, at the end. */
const halfCharacter = /[\ud800-\udbff]$/;

/** @param begun what stands before the text */
function isEnd(text: string, match: RegExpExecArray, begun: string): boolean {
  const { mark, closer, space } = match.groups ?? {};
  if (mark === undefined || space?.includes('\n')) return true;
  // Of what follows, only one character is known.
  const following = text.charAt(match.index + match[0].length);
  if (/\p{Ll}/u.test(following)) return false;
  if (mark !== '.' || closer !== '') return true;
  if (/\d/.test(following)) return false;
  const word = /[^\s("'“‘„«[]*$/u.exec(begun + text.slice(0, match.index))?.[0] ?? '';
  return !isLetters.test(word) && !isOrdinal.test(word) && !abbreviations.has(word.toLowerCase());
}

/** As in initials, `e.g.` and `z. B.`. */
const isLetters = /^(?:\p{L}\.)*\p{L}$/u;
/** As in `am 3. Mai`, and in lists. */
const isOrdinal = /^\d{1,2}$/;

function placeToPart(text: string): number {
  const window = text.slice(0, maxSentence);
  const space = window.search(/\s\S*$/u);
  if (space > 0) return space + 1;
  return halfCharacter.test(window) ? maxSentence - 1 : maxSentence;
}
