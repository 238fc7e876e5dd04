/** Of one suggestion, in UTF-16 code units. */
const maxCharacters = 500;

/** What models put before an entry of a list although they are told not to. */
const marker = /^(?:[-*•–]|\d{1,2}[.)])(?:\s+|$)/u;
const quoted = /^["“„«'](.*)["”“»']$/u;

/** The suggestions in a model's text, each once, at most `count`. */
export function suggestionsOf(text: string, count: number): readonly string[] {
  const lines = text.split(/\r?\n/u).map((line) => {
    const said = line.trim().replace(marker, '').trim();
    return (quoted.exec(said)?.[1] ?? said).trim();
  });
  const usable = lines.filter((line) => line !== '' && line.length <= maxCharacters);
  return [...new Set(usable)].slice(0, count);
}
