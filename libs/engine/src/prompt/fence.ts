import type { JsonObject } from '@svc/kernel';

/** What ends a fence or begins a line: `<` and line ends that JSON leaves alone; also what normalization (NFKC) makes `<`. */
const marks = /[<\uff1c\ufe64\u2028\u2029\u0085]/g;

/** A word between brackets, with all that NFKC makes brackets; the closing one is looked at alone. */
const bracketed = /[[\uff3b\ufe47]([^[\]\uff3b\uff3d\ufe47\ufe48]{1,40})(?=[\]\uff3d\ufe48])/g;

/** Servers may read `[INST]` and the like as a change of roles, wherever it stands. */
const roleWord = /^\/?[A-Z_]+$/;

/**
 * Data for a prompt, one JSON object a line, between tags. Whatever the data says, it can neither close the fence, nor
 * begin a line of its own or a part of another role: what may be read so, by a model or the tokenizer before it, is escaped.
 * @param tag letters and underscores
 */
export function fence(tag: string, lines: readonly JsonObject[]): string {
  const escaped = lines.map((line) =>
    JSON.stringify(line).replaceAll(marks, unicodeEscape).replaceAll(bracketed, withoutRole),
  );
  return [`<${tag}>`, ...escaped, `</${tag}>`].join('\n');
}

/** Tokenizers drop characters that show nothing. */
function withoutRole(opened: string, word: string): string {
  const read = word.normalize('NFKC').replaceAll(/\p{Cf}/gu, '');
  return roleWord.test(read) ? unicodeEscape(opened) + word : opened;
}

/** Of the first character, which is one UTF-16 code unit. */
function unicodeEscape(text: string): string {
  return `\\u${text.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
