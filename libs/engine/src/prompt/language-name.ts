const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/**
 * The English name of a language: models understand "German" better than "deu". A code that names none is given as it is.
 * @param code ISO 639-3, or two letters; null for anything else, which has no place among instructions
 */
export function languageName(code: string): string | null {
  if (!/^[a-z]{2,3}$/i.test(code)) return null;
  return names.of(code.toLowerCase()) ?? `the language with the ISO 639 code "${code.toLowerCase()}"`;
}
