import { threeLetterCodes, twoLetterCodes } from './language-codes.js';

/**
 * Created on first use: 7,867 codes of ISO 639-3 and 184 of ISO 639-1. Loading the package iso-639-3 instead takes
 * 37 ms of the start and 9 MB.
 */
let known: ReadonlySet<string> | undefined;

/** Whether a text is the code of a language, in lower case. */
export function isLanguageCode(code: string): boolean {
  return (known ??= new Set([...wordsOf(twoLetterCodes), ...wordsOf(threeLetterCodes).flatMap(codesOf)])).has(
    code,
  );
}

/** `aa:bc` → `aab`, `aac`. */
function codesOf(group: string): readonly string[] {
  const [beginning = '', endings = ''] = group.split(':');
  return [...endings].map((letter) => beginning + letter);
}

function wordsOf(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
