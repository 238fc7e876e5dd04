/**
 * Letters and digits, folded to lower case, that look like a Latin letter in either case. A large i looks like a small
 * L, so both count as one.
 */
const lookAlikes = new Map([
  ...pairs('i1|0', 'lllo'),
  ...pairs('авеһіјкмнорԛстухѕԁԝѵӏ', 'abehljkmhopqctyxsdwvl'),
  ...pairs('αβεζηικμνορτυχϲϳ', 'abezhlkmnoptyxcj'),
]);

const commonScripts = ['Common', 'Inherited'];
/** Scripts that one text may mix: "highly restrictive" of Unicode Technical Standard 39, 5.2. */
const togetherWithLatin = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
];
const singleScripts = [
  'Arabic Armenian Bengali Bopomofo Cherokee Coptic Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Han',
  'Hangul Hebrew Hiragana Kannada Katakana Khmer Lao Latin Malayalam Mongolian Myanmar Oriya Sinhala Tamil Telugu Thaana',
  'Thai Tibetan',
].flatMap((names) => names.split(' '));

/** What people write in one text: one script, or one of these mixtures. */
const writtenTogether = [...singleScripts.map((script) => [script]), ...togetherWithLatin].map(
  (scripts) =>
    new RegExp(
      `^[${[...commonScripts, ...scripts].map((script) => `\\p{Script_Extensions=${script}}`).join('')}]*$`,
      'u',
    ),
);

/**
 * Two names that look alike have the same skeleton: no invisible characters, one case and width, Latin letters for
 * look-alikes. It is compared and never shown.
 */
export function roleNameSkeleton(name: string): string {
  const visible = name.normalize('NFKC').replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '');
  const folded = visible.toUpperCase().toLowerCase().normalize('NFKC');
  const letters = Array.from(folded, (letter) => lookAlikes.get(letter) ?? letter).join('');
  return letters.replace(/\s+/gu, ' ').trim();
}

/** Whether letters come from scripts that nobody mixes: then one of them is probably a look-alike of another. */
export function mixesScripts(name: string): boolean {
  return !writtenTogether.some((scripts) => scripts.test(name));
}

function pairs(from: string, to: string): [string, string][] {
  const latin = [...to];
  return Array.from(from, (letter, index) => [letter, latin[index] ?? letter]);
}
