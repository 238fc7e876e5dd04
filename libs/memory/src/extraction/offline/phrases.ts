/** Words that need the conversation to be understood, or that begin another clause. */
const pointing =
  /\b(?:i|you|yours?|we|us|he|him|his|she|hers?|they|its?|this|that|these|those|both|what|how|when|where|who|why|there|here|ones?|first|second|third|last|latter|same|others?|more|most|lot|way|idea|option|nothing|anything|everything|something|none|not|no)\b/i;
/** Words after "and" that begin an action, not a thing. */
const doing =
  /^(?:am|is|are|was|were|be|have|has|had|do|does|did|will|can|live|work|take|like|love|hate|prefer|enjoy|need|want|plan|go|get|eat|drink|avoid|carry|feel|know|use|moved|then|also|now|in|on|at|for|with|of|by|from|as|very|really|so)\b/i;
const added =
  /\s+(?:now|any ?more|any longer|after all|these days|nowadays|at the moment|right now|currently|(?:last|this) (?:week|month|year|spring|summer|autumn|winter)|too|as well|a lot|very much|so much|though|actually|again|please|already|daily|every (?:day|morning|evening|night)|(?:once|twice) (?:a|per) day)$/i;
const stop = /[;:()[\]{}<>–—]|\s-\s|\s(?:but|because|since|so|which|when|while|although|though|however|as)\s/;
const readable = /^(?=.*\p{L}{2})[\p{Script=Latin}\p{M}\p{N}' .,%&/+-]+$/u;

/** The start of a text, up to the next clause, without mere additions. */
function phraseIn(text: string): string {
  let phrase = (text.split(stop, 1)[0] ?? '').replace(/[\s.,!]+$/, '');
  while (added.test(phrase)) phrase = phrase.replace(added, '');
  return phrase.trim();
}

/** The same, said of somebody else: `visit my sister` as `visit their sister`. Empty when that is impossible. */
function ofThem(phrase: string): readonly string[] {
  if (!readable.test(phrase) || pointing.test(phrase)) return [];
  const their = phrase.replaceAll(/\b(?:my|our)\b/gi, 'their').replaceAll(/\bmyself\b/gi, 'themselves');
  return [their.replaceAll(/\bme\b/gi, 'them')];
}

/** What the person does or will do, as one phrase. */
export function deedsIn(text: string): readonly string[] {
  return ofThem(phraseIn(text.split(',', 1)[0] ?? ''));
}

/** The things named at the start of a text: `nuts, cats and live in Rome` gives `nuts` and `cats`. */
export function thingsIn(text: string): readonly string[] {
  const phrase = phraseIn(text);
  // Without a conjunction at its end, a text with commas is no list: `the aisle, thanks`.
  const list = /\s(?:and|or)\s/.test(phrase) ? phrase : (phrase.split(',', 1)[0] ?? '');
  const parts = list.split(/,\s*(?:(?:and|or)\s+)?|\s+(?:and|or)\s+/).map(phraseIn);
  const end = parts.findIndex(
    (part) => doing.test(part) || part.split(' ').length > 6 || ofThem(part).length === 0,
  );
  return (end < 0 ? parts : parts.slice(0, end)).flatMap(ofThem);
}
