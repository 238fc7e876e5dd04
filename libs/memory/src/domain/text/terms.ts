import { comparable } from './comparable.js';

/** Words that do not tell the topic of a text. */
const framing = new Set(
  (
    'a about all am an and any are as at be been but by can could did do does for from had has have he her him his how ' +
    'i if in into is it its me my no not of on or our please she so some than that the their them they this to us was ' +
    'we were what when where which who will with would you your person people user'
  ).split(' '),
);

const withoutSpaces =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/**
 * The words that tell the topic of a text, each once, in the singular. In scripts without spaces each pair of
 * neighbouring characters counts as a word.
 */
export function terms(text: string): ReadonlySet<string> {
  const words = comparable(text).split(' ');
  return new Set(words.filter((word) => word !== '' && !framing.has(word)).flatMap(termsOfWord));
}

function termsOfWord(word: string): readonly string[] {
  if (!withoutSpaces.test(word)) return [singular(word)];
  const characters = [...word];
  return characters.length < 2
    ? characters
    : characters.slice(1).map((one, index) => `${characters[index]}${one}`);
}

/** Good enough to find `allergies` by `allergy`: both sides get the same errors. */
function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
