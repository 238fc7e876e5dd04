/**
 * Letters and digits, folded to lower case, that look like a Latin letter in lower or upper case. A large i can't be told
 * from a small L, so both count as one.
 */
const lookAlikes = new Map([
  ...pairs('i1|0', 'lllo'),
  ...pairs('авеһіјкмнорԛстухѕԁԝѵӏ', 'abehljkmhopqctyxsdwvl'),
  ...pairs('αβεζηικμνορτυχϲϳ', 'abezhlkmnoptyxcj'),
]);

const commonScripts = ['Common', 'Inherited'];
/** Those that one text is written in together: "highly restrictive" of Unicode Technical Standard 39, 5.2. */
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

/** Texts that people write: letters of one script, or of those that are written together. */
const writtenTogether = [...singleScripts.map((script) => [script]), ...togetherWithLatin].map(
  (scripts) =>
    new RegExp(
      `^[${[...commonScripts, ...scripts].map((script) => `\\p{Script_Extensions=${script}}`).join('')}]*$`,
      'u',
    ),
);

/**
 * What two names that can be taken for each other have in common: without what shows nothing, in one case and width, with
 * Latin letters for those that look like them. It is compared and never shown.
 */
export function roleNameSkeleton(name: string): string {
  const visible = name.normalize('NFKC').replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '');
  const folded = visible.toUpperCase().toLowerCase().normalize('NFKC');
  const letters = Array.from(folded, (letter) => lookAlikes.get(letter) ?? letter).join('');
  return letters.replace(/\s+/gu, ' ').trim();
}

/** Whether letters come from alphabets that nobody writes together: then one stands for another that looks like it. */
export function mixesScripts(name: string): boolean {
  return !writtenTogether.some((scripts) => scripts.test(name));
}

function pairs(from: string, to: string): [string, string][] {
  const latin = [...to];
  return Array.from(from, (letter, index) => [letter, latin[index] ?? letter]);
}
