import { languageNames } from './language-names.js';

/** By code. Created on first use. */
let known: ReadonlyMap<string, string> | undefined;

/**
 * The English name of a language: models understand "German" better than "deu". An unknown code is returned unchanged.
 * @param code ISO 639-3, or two letters; null for anything else, which must not be among instructions
 */
export function languageName(code: string): string | null {
  if (!/^[a-z]{2,3}$/i.test(code)) return null;
  const lower = code.toLowerCase();
  return (known ??= namesByCode()).get(lower) ?? `the language with the ISO 639 code "${lower}"`;
}

function namesByCode(): ReadonlyMap<string, string> {
  return new Map(
    languageNames.split(';').map((entry) => {
      const [code = '', ...words] = entry.trim().split(/\s+/);
      return [code, words.join(' ')] as const;
    }),
  );
}
