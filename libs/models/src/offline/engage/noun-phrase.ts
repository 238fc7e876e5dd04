import { question, type Sentence } from './sentences.js';

/** Things that belong to the user, so that "the name" becomes "your name". */
const personal = new RegExp(
  '\\b(?:names?|e-?mails?|e-?mail address(?:es)?|phone|telephone|mobile|birthday|date of birth|birth date|age|address|contact|' +
    'preferred|preferences?|favou?rites?|desired|budget|account|customer|order|booking|reservation|passport|destinations?|' +
    'symptoms?|weight|height|location|zip|postal|shipping|billing|delivery|availability|schedule|allerg\\w+|diet\\w*|' +
    'experience|goals?|hobbies|interests?|level|opinion|feedback|consent|permission|approval|confirmation|agreement|needs?)\\b',
  'i',
);
/** Things to request, not to ask about: "What is your permission?" is no question. */
const granted =
  /\b(?:permission|consent|approval|confirmation|agreement|feedback|opinion|patience|attention|proof|evidence|help|advice|input|thoughts)\b/i;
const countable =
  /^(?:a|an|any|some|more|further|additional|another|one|two|three|several|all|other|details|information)\b/i;
const bound =
  /\b(?:of (?:the|your|a|an|this)|for (?:the|your|a|an|this)|behind|that|which|who|where|when)\b/i;

/** The question for a thing, already in the second person: `the preferred date` → "What is your preferred date?" */
export function questionFor(thing: string): Sentence {
  const owned = ownedByUser(thing.trim());
  if (granted.test(headOf(owned))) return question(`could you give me ${owned}`);
  if (countable.test(owned)) return question(`could you give me ${owned}`);
  if (/,|\band\b|\bor\b/i.test(owned)) return question(`could you tell me ${owned}`);
  return question(`what ${isPlural(owned) ? 'are' : 'is'} ${owned}`);
}

function ownedByUser(thing: string): string {
  const match = /^(the|a|an)\s+(.*)$/is.exec(thing);
  if (match === null) {
    return /^(?:your|my|our|this|that|these|those|its|any|some)\b/i.test(thing) || countable.test(thing)
      ? thing
      : owned(thing);
  }
  const [, article = '', rest = ''] = match;
  if (bound.test(rest) && !/\bdate of birth\b/i.test(rest)) return thing;
  return article.toLowerCase() === 'the' && !personal.test(rest) ? thing : owned(rest);
}

/** A noun without an article, a plural or an impersonal thing may be anybody's. For the user "your" is a safe guess. */
function owned(thing: string): string {
  return `your ${thing}`;
}

/** The part before the first preposition. It shows number and kind. */
function headOf(thing: string): string {
  return thing.split(/\s+(?:of|for|in|to|at|on|with|about|from|by|that|which|who)\s+/i)[0] ?? thing;
}

function isPlural(thing: string): boolean {
  const last = headOf(thing).split(/\s+/).at(-1) ?? '';
  return /[^siu']s$/i.test(last) || /ies$/i.test(last);
}
