import { otherLanguages, type OtherLanguage } from '../danger/other-languages.js';
import { stopWords } from '../words/vocabulary.js';

/** What an agent of rules can't act on, and that answers no question. */
export type OffTopic = 'person' | 'change' | 'small-talk' | 'unclear' | 'other-language';

const person =
  /\b(?:talk|speak|speaking|talking|connect|transfer|put|get|need|want|give|chat)\b(?: me)?(?: through)?(?: to| with)?(?: an?| the| some| any| your| another)? ?(?:real |actual |live |human )*(?:human(?: being)?|person|someone|somebody|operator|receptionist|representative|manager|member of staff|staff|front desk|doctor|nurse|agent)(?: please| now| instead| here| directly)?[.!?\s]*$/;
const change =
  /\b(?:cancel(?:l?ing|led)?|reschedul\w+|postpon\w+|rebook\w*|call off|move|change|bring forward|push back)\b(?: \S+){0,3} (?:appointments?|bookings?|reservations?|visits?|orders?|slots?)\b|\bcancel\b(?! (?:cost|fee))/;
const smallTalk =
  /\b(?:jokes?|poems?|riddles?|sing|songs?|rap|fairy ?tales?|weather|recipes?|football|love me|marry me|date me|single\?|favou?rite|meaning of life|ignore (?:all|previous|your)|system prompt|pretend|stock|bitcoin|president|capital of|homework|code|python|translate)\b|^(?:lol|haha+|hehe+|wow|nice|cool|test(?:ing)?(?: \d)*|bla(?: ?bla)*|blah(?: ?blah)*|never ?mind|what'?s up|sup|yo|how(?:'s| is) it going)[.!?\s]*$/;
const interjections =
  /^(?:h+m+|u+h+m*|u+m+|e+r+m*|e+h+|a+h+|o+h+|huh|meh|mm+|well|so|like|dunno|[^\p{L}\p{N}])+$/u;
/** Letters that no English word has in this order. */
const keyMashing =
  /^(?:\S*(?:asdf|sdfg|qwer|jkl|zxcv|yxcv)\S*|[^aeiouyäöüáéíóúàèìòù\d\s'.-]{4,}|(\p{L})\1{3,})$/iu;

export function offTopic(normalized: string): OffTopic | null {
  if (otherLanguageOf(normalized) !== null) return 'other-language';
  if (normalized === '' || interjections.test(normalized)) return 'unclear';
  if (person.test(normalized) && !/\b(?:am i|are you|is this)\b/.test(normalized)) return 'person';
  if (change.test(normalized)) return 'change';
  if (smallTalk.test(normalized)) return 'small-talk';
  const words = normalized.split(/\s+/).filter((word) => /\p{L}/u.test(word));
  return words.length > 0 && words.every((word) => keyMashing.test(word)) ? 'unclear' : null;
}

/** Frequent words of languages in which danger is not heard either. */
const more =
  'ciao buongiorno buonasera vorrei sono grazie olá ola obrigado obrigada quero uma eu ik wil een goedemorgen graag dzień dobry chcę jest merhaba bir istiyorum hej jag jeg vill god dag prosím dobrý привет здравствуйте';

const words: readonly (readonly [OtherLanguage | 'another', ReadonlySet<string>])[] = [
  ...Object.entries(otherLanguages).map(
    ([language, one]) => [language as OtherLanguage, new Set(one.words.split(' '))] as const,
  ),
  ['another', new Set(more.split(' '))],
];
/** These are English words as well. */
const shared = new Set([
  'die',
  'hat',
  'hast',
  'bin',
  'was',
  'me',
  'no',
  'la',
  'las',
  'mit',
  'tag',
  'des',
  'les',
  'son',
  'est',
  'pas',
  'si',
  'un',
  'mi',
  'para',
  'con',
  'es',
  'ist',
  'ja',
  'oui',
  'sono',
  'dag',
]);
const english = new Set([
  ...stopWords,
  'hi',
  'hello',
  'yes',
  'no',
  'not',
  'need',
  'want',
  'would',
  'like',
  'appointment',
]);

/** The language of a text without an English word; null where it may be English. */
export function otherLanguageOf(normalized: string): OtherLanguage | 'another' | null {
  const all = normalized.match(/[\p{L}\p{M}'-]+/gu) ?? [];
  const letters = all.join('');
  if (letters !== '' && !/[a-z]/i.test(letters.normalize('NFD'))) return 'another';
  if (all.some((word) => english.has(word) && !shared.has(word))) return null;
  const counted = words.map(([language, known]) => ({
    language,
    count: all.filter((word) => known.has(word)).length,
    sure: all.filter((word) => known.has(word) && !shared.has(word)).length,
  }));
  const most = counted.reduce((leader, one) =>
    one.sure * 2 + one.count > leader.sure * 2 + leader.count ? one : leader,
  );
  return most.sure > 0 || most.count > 1 ? most.language : null;
}
