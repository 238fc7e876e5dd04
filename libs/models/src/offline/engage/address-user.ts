/**
 * Authors write to the agent about the user ("tell the user that you can help them"). The agent speaks to the user about itself
 * ("I can help you"). This makes both shifts, word by word.
 */
export function addressUser(instruction: string): string {
  return inEachPart(instruction, (text) => shift(shift(text, agentWords), userWords));
}

/** Shifts only the agent: "You work in a library" → "I work in a library". */
export function speakAsAgent(text: string): string {
  return shift(text, agentWords);
}

type Shift = readonly [pattern: RegExp, replacement: string | ((...groups: string[]) => string)];

/** Text in quotation marks stays unchanged. */
function inEachPart(text: string, change: (part: string) => string): string {
  return text
    .split(/(“[^”]*”|"[^"]*")/)
    .map((part, place) => (place % 2 === 1 ? part : change(part)))
    .join('');
}

function shift(text: string, shifts: readonly Shift[]): string {
  return shifts.reduce(
    (shifted, [pattern, replacement]) =>
      typeof replacement === 'string'
        ? shifted.replace(pattern, replacement)
        : shifted.replace(pattern, (...groups: string[]) => replacement(...groups)),
    text,
  );
}

/** The agent's words are shifted first, or its "I" and "my" would collide with the user's "you" and "your". */
const agentWords: readonly Shift[] = [
  [/\b(?:the agent|the assistant)(?:'s|’s)/gi, 'my'],
  [/\b(?:the agent|the assistant) (?:is|are)\b/gi, 'I am'],
  [/\b(?:the agent|the assistant) has\b/gi, 'I have'],
  [/\b(?:the agent|the assistant)\b/gi, 'I'],
  [/\byou(?:'re|’re| are)\b/gi, 'I am'],
  [/\byou were\b/gi, 'I was'],
  [/\bare you\b/gi, 'am I'],
  [/\byour\b/gi, 'my'],
  [/\byours\b/gi, 'mine'],
  [/\byourself\b/gi, 'myself'],
  [
    /\b(for|to|with|of|about|from|by|on|at|tell|ask|give|help|let|thank|call|contact|reach|show) you\b/gi,
    '$1 me',
  ],
  [/\byou\b/gi, 'I'],
];

const person =
  'user|customer|caller|client|visitor|guest|patient|member|student|learner|applicant|candidate|travell?er|' +
  'shopper|buyer|passenger|subscriber|participant|interviewee|player|reader|tenant';
const verbs =
  'want|need|like|prefer|know|say|ask|agree|confirm|accept|decline|feel|think|hope|plan|live|work|go|come|look|seem|' +
  'give|tell|choose|pick|decide|expect|require|own|use|take|get|make|find|call|arrive|leave|pay|order|book|read|play|' +
  'study|speak|understand|remember|forget|travel|start|stop|eat|drink|sleep|enjoy|wish|intend|mean|try|visit|stay';

const userWords: readonly Shift[] = [
  [new RegExp(`\\bthe (?:${person})(?:'s|’s)`, 'gi'), 'your'],
  [/\b(?:his or her|his\/her|their)\b/gi, 'your'],
  [new RegExp(`\\b(?:the (?:${person})|he or she|he/she) is\\b`, 'gi'), 'you are'],
  [new RegExp(`\\b(?:the (?:${person})|he or she|he/she) was\\b`, 'gi'), 'you were'],
  [new RegExp(`\\b(?:the (?:${person})|he or she|he/she) has\\b`, 'gi'), 'you have'],
  [new RegExp(`\\b(?:the (?:${person})|he or she|he/she) does\\b`, 'gi'), 'you do'],
  [
    new RegExp(`\\b(?:the (?:${person})|he or she|he/she) (\\w+(?:e?s))\\b`, 'gi'),
    (_whole, verb = '') => `you ${baseForm(verb)}`,
  ],
  [new RegExp(`\\b(?:the (?:${person})|he or she|he/she|him or her|him/her)\\b`, 'gi'), 'you'],
  [/\btheirs\b/gi, 'yours'],
  [/\bthemselves\b/gi, 'yourself'],
  [/\bthey(?:'re|’re)\b/gi, 'you are'],
  [/\b(?:them|they)\b/gi, 'you'],
];

const knownVerb = new RegExp(`^(?:${verbs})$`);

/** `wants` → `want`; unknown verbs stay unchanged. */
function baseForm(word: string): string {
  const candidates = [word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ies$/, 'y')];
  return candidates.find((candidate) => knownVerb.test(candidate.toLowerCase())) ?? word;
}
