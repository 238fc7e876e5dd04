import { goodMessage, type AnswerPlan } from './hostile-model.js';

/** A model that misbehaves, and what the user sees of it. */
export interface HostileCase {
  readonly name: string;
  readonly plan: AnswerPlan;
  /** The agent message, as sent and stored. Null: the turn is void, and nothing of it is stored. */
  readonly expected: string | RegExp | null;
  /** What the stream says when the turn is void. */
  readonly error?: RegExp;
  /** Its status; 500 where only the operator can help. Default: 503. */
  readonly status?: number;
}

const good = goodMessage;
const bad = (text: string) => ({ judgements: [{ text }, { text }] });
const throughout = <Answer>(answer: Answer): readonly Answer[] => [answer, answer, answer, answer];
const open = ['We ', 'are ', 'open ', 'on ', 'Monday.'];
const rest = { text: 'on Monday.' };
const refused = /refused the request\. The operator must check/;
const tooLong = /too long for the language model\. The operator must check/;

const judgements: readonly HostileCase[] = [
  { name: 'is in a code fence', plan: { judgements: [{ text: '```json\n$\n```' }] }, expected: good },
  {
    name: 'is within prose',
    plan: { judgements: [{ text: 'Sure!\n$\nHope this helps {smile}' }] },
    expected: good,
  },
  { name: 'is a bare id', plan: { judgements: [{ text: 'action_1' }] }, expected: good },
  { name: 'is prose twice', plan: bad('I think the second exit.'), expected: good },
  { name: 'is prose, and right when asked again', plan: { judgements: [{ text: 'Hm.' }] }, expected: good },
  {
    name: 'names what was not offered, twice',
    plan: bad('{"choice":"exit_9","reason":"x"}'),
    expected: good,
  },
  { name: 'is a number, twice', plan: bad('{"choice":2,"reason":"x"}'), expected: good },
  {
    name: 'is prose for ever',
    plan: { judgements: Array(9).fill({ text: 'Hm.' }) },
    expected: null,
    error: /can not be used/,
  },
  {
    name: 'is cut at the limit of the model',
    plan: { judgements: [{ text: '{"choice":"action_1","reason":"because the', finish: 'length' }] },
    expected: good,
  },
  {
    name: 'comes behind thoughts that choose otherwise',
    plan: { judgements: [{ text: '<think>maybe {"choice":"exit_1"}</think>$' }] },
    expected: good,
  },
  {
    name: 'comes behind thoughts without end',
    plan: { judgements: [{ text: '<think>hm $' }] },
    expected: good,
  },
  {
    name: 'is null, twice',
    plan: { judgements: [{ fields: { content: null } }, { fields: { content: null } }] },
    expected: good,
  },
  { name: 'is empty, twice', plan: bad(''), expected: good },
  {
    name: 'is a refusal',
    plan: { judgements: [{ fields: { content: null, refusal: 'I cannot help.' } }] },
    expected: null,
    error: /withheld the answer/,
  },
  {
    name: 'is only in the reasoning, twice',
    plan: {
      judgements: Array(2).fill({ fields: { content: null, reasoning_content: '{"choice":"exit_1"}' } }),
    },
    expected: good,
  },
  {
    name: 'has a reason of 300,000 characters',
    plan: { judgements: [{ text: JSON.stringify({ choice: 'action_1', reason: 'x'.repeat(300_000) }) }] },
    expected: good,
  },
  { name: 'is a page of HTML', plan: { judgements: [{ body: '<html>gateway</html>' }] }, expected: good },
  {
    name: 'is an error with status 200',
    plan: { judgements: [{ body: '{"error":{"message":"overloaded"}}' }] },
    expected: good,
  },
  {
    name: 'is refused with 400',
    plan: { judgements: [{ status: 400 }] },
    expected: null,
    error: refused,
    status: 500,
  },
  {
    name: 'is over its rate for a second',
    plan: { judgements: [{ status: 429, headers: { 'retry-after': '1' } }] },
    expected: good,
  },
  { name: 'fails with 500', plan: { judgements: [{ status: 500 }] }, expected: good },
  {
    name: 'fails with 500 all the time',
    plan: { judgements: throughout({ status: 500 }) },
    expected: null,
    error: /provider failed/,
  },
  {
    name: 'fails with a page and 503',
    plan: { judgements: [{ status: 503, contentType: 'text/html', body: '<h1>Service Unavailable</h1>' }] },
    expected: good,
  },
  { name: 'loses its connection', plan: { judgements: [{ isDestroyed: true }] }, expected: good },
  {
    name: 'loses its connection four times',
    plan: { judgements: Array(4).fill({ isDestroyed: true }) },
    expected: good,
  },
  { name: 'breaks off in its body', plan: { judgements: [{ isBodyCut: true }] }, expected: good },
  {
    name: 'is withheld',
    plan: { judgements: [{ text: '', finish: 'content_filter' }] },
    expected: null,
    error: /withheld the answer/,
  },
  {
    name: 'is withheld behind its choice',
    plan: { judgements: [{ finish: 'content_filter' }] },
    expected: good,
  },
  {
    name: 'breaks off behind its choice',
    plan: { judgements: [{ text: '{"choice":"action_1","rea', without: 'end' }] },
    expected: good,
  },
];

const messages: readonly HostileCase[] = [
  {
    name: 'is over its rate for 7 s',
    plan: { messages: [{ status: 429, headers: { 'retry-after': '7' } }] },
    expected: null,
    error: /over its rate limit. Try again in 7 s\./,
  },
  {
    name: 'has no quota',
    plan: { messages: [{ status: 429, errorCode: 'insufficient_quota' }] },
    expected: null,
    error: refused,
    status: 500,
  },
  { name: 'fails with 500', plan: { messages: [{ status: 500 }] }, expected: good },
  {
    name: 'fails with 401',
    plan: { messages: [{ status: 401, errorCode: 'invalid_api_key' }] },
    expected: null,
    error: refused,
    status: 500,
  },
  {
    name: 'fails with 404',
    plan: { messages: [{ status: 404, errorCode: 'model_not_found' }] },
    expected: null,
    error: refused,
    status: 500,
  },
  {
    name: 'is refused for its length',
    plan: { messages: [{ status: 400, errorCode: 'context_length_exceeded' }] },
    expected: good,
  },
  {
    name: 'is refused for its length twice',
    plan: { messages: Array(2).fill({ status: 400, errorCode: 'context_length_exceeded' }) },
    expected: null,
    error: tooLong,
    status: 500,
  },
  { name: 'is empty', plan: { messages: [{ pieces: [] }] }, expected: good },
  { name: 'is white space', plan: { messages: [{ pieces: [' ', '\n', '\t'] }] }, expected: good },
  {
    name: 'is empty all the time',
    plan: { messages: throughout({ pieces: [] }) },
    expected: null,
    error: /can not be used/,
  },
  {
    name: 'breaks off after three pieces',
    plan: { messages: [{ pieces: open, cutAfter: 3 }, rest] },
    expected: 'We are open on Monday.',
  },
  {
    name: 'breaks off, and starts over when it is asked to continue',
    plan: { messages: [{ pieces: open, cutAfter: 3 }, { pieces: open }] },
    expected: 'We are open on Monday.',
  },
  {
    name: 'breaks off and can not be completed',
    plan: { messages: [{ pieces: open, cutAfter: 3 }, { status: 500 }] },
    expected: 'We are open …',
  },
  {
    name: 'breaks off behind a sentence and can not be completed',
    plan: { messages: [{ pieces: ['Good day. ', 'We are'], cutAfter: 1 }, { status: 500 }] },
    expected: 'Good day. ',
  },
  { name: 'loses its connection', plan: { messages: [{ isDestroyed: true }] }, expected: good },
  { name: 'ends without a reason', plan: { messages: [{ without: 'end' }] }, expected: good },
  {
    name: 'ends with its last line and without a reason',
    plan: { messages: [{ without: 'done' }] },
    expected: good,
  },
  {
    name: 'ends at the limit of the model',
    plan: {
      messages: [
        { pieces: ['The clinic ', 'is open ', 'from Mon'], finish: 'length' },
        { text: 'is open from Monday to Friday.' },
      ],
    },
    expected: 'The clinic is open from Monday to Friday.',
  },
  {
    name: 'ends at the limit of the model twice',
    plan: {
      messages: [
        { text: 'We are open from Mon', finish: 'length' },
        { text: 'open from Monday to Fri', finish: 'length' },
      ],
    },
    expected: 'We are open from Monday to Fri…',
  },
  {
    name: 'is withheld after it was heard',
    plan: { messages: [{ pieces: ['We ', 'are'], finish: 'content_filter' }] },
    expected: 'We are…',
  },
  {
    name: 'has garbage in it',
    plan: { messages: [{ pieces: open, garbage: 'data: {not json\n\n' }, { text: 'are open on Monday.' }] },
    expected: 'We are open on Monday.',
  },
  {
    name: 'has an error in it',
    plan: {
      messages: [
        { pieces: open, garbage: 'data: {"error":{"message":"overloaded sk-secret","code":529}}\n\n' },
        { text: 'are open on Monday.' },
      ],
    },
    expected: 'We are open on Monday.',
  },
  {
    name: 'is a whole answer instead of a stream',
    plan: { messages: [{ body: '{"choices":[]}' }] },
    expected: good,
  },
  {
    name: 'is a page of HTML',
    plan: { messages: [{ body: '<html>hi</html>', contentType: 'text/html' }] },
    expected: good,
  },
  {
    name: 'comes byte by byte',
    plan: { messages: [{ text: 'Größe 😀 👨‍👩‍👧 日本語 — ok', isSplit: true }] },
    expected: 'Größe 😀 👨‍👩‍👧 日本語 — ok',
  },
  {
    name: 'splits characters between pieces',
    plan: { messages: [{ pieces: ['Gr\u00f6\u00dfe ', '\ud83d', '\ude00 ok ', 'e', '\u0301', ' \ud83d'] }] },
    expected: 'Größe \u{1f600} ok e\u0301 \ufffd',
  },
  {
    name: 'comes letter by letter',
    plan: { messages: [{ pieces: [...'We are open.'] }] },
    expected: 'We are open.',
  },
  {
    name: 'comes behind reasoning',
    plan: { messages: [{ reasoning: ['let me ', 'think, secret'] }] },
    expected: good,
  },
  {
    name: 'comes behind thoughts',
    plan: { messages: [{ text: '<think>How annoying.</think>Which day?' }] },
    expected: 'Which day?',
  },
  {
    name: 'comes behind thoughts, letter by letter',
    plan: { messages: [{ pieces: [...'<think>How annoying.</think>Which day?'] }] },
    expected: 'Which day?',
  },
  { name: 'is nothing but thoughts', plan: { messages: [{ text: '<think>How annoying.' }] }, expected: good },
  {
    name: 'is an object in a code fence',
    plan: { messages: [{ text: '```json\n{"message": "Which day would you like?"}\n```' }] },
    expected: 'Which day would you like?',
  },
  {
    name: 'is an object without a message',
    plan: { messages: [{ text: '{"choice": "exit_1"}' }] },
    expected: good,
  },
  {
    name: 'is far too long',
    plan: { messages: [{ pieces: Array.from({ length: 2_000 }, (_, index) => `word${index} `) }] },
    expected: /^word0 word1 .{9000,9600}word\d+…$/s,
  },
  {
    name: 'repeats itself for ever',
    plan: { messages: [{ pieces: ['again ', 'and ', 'again '], isEndless: true }] },
    expected: /^(?:again and again ){10,30}.{0,16}…$/,
  },
  { name: 'is slow to begin', plan: { messages: [{ afterMs: 700 }] }, expected: good },
];

export const hostileCases: readonly HostileCase[] = [
  ...judgements.map((one) => ({ ...one, name: `the judgement ${one.name}` })),
  ...messages.map((one) => ({ ...one, name: `the message ${one.name}` })),
];
