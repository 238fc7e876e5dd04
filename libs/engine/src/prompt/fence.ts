import type { JsonObject } from '@svc/kernel';

/**
 * Characters that end a fence or begin a line: `<`, the line ends that JSON does not escape, and those that normalization
 * (NFKC) turns into `<`.
 */
const marks = /[<\uff1c\ufe64\u2028\u2029\u0085]/g;

/** A word in brackets, including those that NFKC turns into brackets. The closing one is only looked at, not consumed. */
const bracketed = /[[\uff3b\ufe47]([^[\]\uff3b\uff3d\ufe47\ufe48]{1,40})(?=[\]\uff3d\ufe48])/g;

/** Servers may read `[INST]` and similar words as a change of roles, at any place. */
const roleWord = /^\/?[A-Z_]+$/;

/**
 * Data for a prompt between tags, one JSON object a line. Data can't close the fence, begin a line or start another role:
 * anything that a model or its tokenizer could read that way is escaped.
 * @param tag letters and underscores
 */
export function fence(tag: string, lines: readonly JsonObject[]): string {
  const escaped = lines.map((line) =>
    JSON.stringify(line).replaceAll(marks, unicodeEscape).replaceAll(bracketed, withoutRole),
  );
  return [`<${tag}>`, ...escaped, `</${tag}>`].join('\n');
}

/** Tokenizers drop invisible characters. */
function withoutRole(opened: string, word: string): string {
  const read = word.normalize('NFKC').replaceAll(/\p{Cf}/gu, '');
  return roleWord.test(read) ? unicodeEscape(opened) + word : opened;
}

/** Of the first character, which is one UTF-16 code unit. */
function unicodeEscape(text: string): string {
  return `\\u${text.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
