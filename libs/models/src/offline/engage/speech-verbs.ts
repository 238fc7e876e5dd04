/** Speech acts. Each verb of an instruction belongs to one. */
const speechActs = {
  ask: 'ask, inquire, enquire, query',
  learn:
    'find out, determine, clarify, learn, establish, identify, discover, figure out, elicit, explore, assess, understand, work out',
  collect: 'collect, get, gather, obtain, request, record, take down, capture, note down, solicit',
  check: 'check, verify, double-check',
  confirm: 'confirm',
  recap: 'repeat, restate, recap, summarize, summarise, review, read back, sum up',
  greet: 'greet, welcome, say hello, say hi',
  introduce: 'introduce',
  thank: 'thank, express gratitude, express thanks',
  wish: 'wish',
  part: 'say goodbye, say good-bye, bid, end, close, conclude, wrap up, finish, sign off, part, say farewell, take leave',
  tell: 'tell, inform, notify, let, state, say, mention, announce, point out, note, remind, assure, reassure, warn, emphasize',
  explain:
    'explain, describe, present, show, list, outline, discuss, go over, go through, cover, talk about, talk, provide, give, share, name, send, walk, chat about, chat, teach',
  offer: 'offer',
  suggest: 'suggest, propose, recommend, advise',
  help: 'help, assist, support, guide',
  apologize: 'apologize, apologise, say sorry',
  empathize:
    'acknowledge, empathize, empathise, sympathize, express, show empathy, show understanding, validate, listen, comfort, console',
  invite: 'invite, encourage, urge, instruct, direct, prompt',
  answer: 'answer, respond, reply, react',
  wait: 'wait, pause, stand by',
  praise: 'congratulate, praise, compliment, celebrate',
} as const satisfies Readonly<Record<string, string>>;

export type SpeechAct = keyof typeof speechActs;

const actByVerb = new Map<string, SpeechAct>(
  Object.entries(speechActs).flatMap(([act, verbs]) =>
    verbs.split(', ').map((verb) => [verb, act as SpeechAct] as const),
  ),
);

export const speechVerbs: readonly string[] = [...actByVerb.keys()];

export function speechActOf(verb: string): SpeechAct | null {
  return actByVerb.get(verb) ?? null;
}
