const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** One look-up costs more than all other rules of a conversation together. There are 18,252 codes at most. */
const found = new Map<string, string>();

/**
 * The English name of a language: models understand "German" better than "deu". An unknown code is returned unchanged.
 * @param code ISO 639-3, or two letters; null for anything else, which must not be among instructions
 */
export function languageName(code: string): string | null {
  if (!/^[a-z]{2,3}$/i.test(code)) return null;
  const lower = code.toLowerCase();
  const known = found.get(lower);
  if (known !== undefined) return known;
  const name = names.of(lower) ?? `the language with the ISO 639 code "${lower}"`;
  found.set(lower, name);
  return name;
}
