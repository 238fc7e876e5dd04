// What the prompts of a conversation cost a model: tokens a turn, and how many of them it computes anew when it keeps what
// it has computed of earlier prompts (a prefix cache). The walk is that of a patient through the demo's graph; beside
// today's order stands the one of before, of equal contents: each prompt with its task in the system's part, before what
// was said. Tokens are counted by a pattern that cuts text as tokenizers do; `o200k` beside it is the tokenizer of that
// name where the package `gpt-tokenizer` is installed. Usage: node tools/bench/prompts.bench.mjs
import '../../test/support/source-loader.mjs';

const { estimatedTokens } = await import('../../libs/engine/src/prompt/estimated-tokens.ts');
const { promptVersion } = await import('@svc/engine');
const { attempt } = await import('@svc/engine/attempts');
const { takeTurn, turnInput, userSays } = await import('../../libs/engine/test/turns.ts');
const { clinicAgent } = await import('../../apps/standalone/src/demo/clinic-agent.ts');
const { clinicGraph } = await import('../../apps/standalone/src/demo/clinic-graph.ts');

/** What the patient says, and what the model chooses then; at last, and in a state just entered, what is to be done there. */
const walk = [
  [null, []],
  ['hello', ['action_1']],
  ['My knee hurts since Sunday.', ['exit_2', 'exit_4']],
  ['Hm, which days?', ['action_1']],
  ['Tuesday', ['exit_2']],
  ['Morning', ['exit_1']],
  ['Tom Becker', ['exit_2']],
  ['0170 5551234', ['exit_1']],
  ['No, Thursday please', ['exit_2']],
  ['Thursday at ten', ['exit_1']],
  ['Tom Becker 0170 5551234', ['exit_1']],
  ['Yes', ['exit_1']],
];

const pieces = / ?\p{L}{1,8}| ?\p{N}{1,3}| ?[^\s\p{L}\p{N}]{1,3}|\s+/gu;
const cut = (text) => text.match(pieces) ?? [];
const tokenizer = await import('gpt-tokenizer/encoding/o200k_base').catch(() => null);

/** Answers as it is told, with the action itself for a message, and keeps the prompts. */
class WalkedModel {
  name = 'bench/test';
  settings = {};
  prompts = [];
  constructor(choices) {
    this.choices = [...choices];
  }
  async judge({ messages }, _signal, onAttempt) {
    this.prompts.push({ kind: 'judgement', messages });
    onAttempt(attempt([]));
    return { choice: this.choices.shift() ?? 'action_1', reason: 'It fits best.' };
  }
  async *generate({ messages, task }, _signal, onAttempt) {
    this.prompts.push({ kind: 'message', messages });
    const said = `I hear you. ${task.action}. Anything else?`;
    yield said;
    onAttempt(attempt([said]));
  }
}

async function promptsOfWalk() {
  const prompts = [];
  let transcript = [];
  let currentState = null;
  for (const [place, [said, choices]] of walk.entries()) {
    const heard = said === null ? { kind: 'greeting' } : userSays(said);
    const model = new WalkedModel(choices);
    const input = turnInput(clinicGraph, { agent: clinicAgent.version, transcript, currentState, heard });
    const { result } = await takeTurn(input, model);
    prompts.push(...model.prompts.map((prompt) => ({ ...prompt, turn: place + 1 })));
    currentState = result.finalState;
    transcript = [
      ...transcript,
      ...(said === null ? [] : [{ type: 'user-message', text: said }]),
      ...result.innerThoughts.map((text) => ({ type: 'agent-inner-thought', text })),
      { type: 'agent-message', text: result.message },
    ];
  }
  return prompts;
}

const flat = (messages) => messages.map(({ role, content }) => `<|${role}|>${content}`).join('\n');

const taskBegins = 'Your task now.';

/** The same words in the order of before. A judgement began with what it is, so the two kinds shared nothing. */
function inOrderOfBefore({ kind, messages }) {
  const [system, ...chat] = messages;
  const last = chat.at(-1).content;
  const at = last.indexOf(taskBegins);
  if (at < 0) throw new Error('The prompt has no task.');
  const begins =
    kind === 'judgement' ? 'Do not write to the user now: judge where the conversation stands.\n\n' : '';
  const task = last.slice(at);
  return flat([
    { role: 'system', content: `${begins}${system.content}\n\n${task}` },
    ...chat.slice(0, -1),
    { role: 'user', content: last.slice(0, at).trimEnd() },
  ]);
}

function sharedBeginning(one, other) {
  let place = 0;
  while (place < one.length && place < other.length && one[place] === other[place]) place += 1;
  return place;
}

/**
 * @returns of each text, how many tokens it has; how many of them a server computes anew that keeps the latest prompt, as a
 * local one does; and one that keeps all, as providers do for a while
 */
function computed(texts, tokensOf) {
  const seen = [];
  return texts.map((text) => {
    const tokens = tokensOf(text);
    const shared = seen.map((earlier) => sharedBeginning(earlier, tokens));
    seen.push(tokens);
    const anew = tokens.length - (shared.at(-1) ?? 0);
    return { tokens: tokens.length, anew, anewOfAll: tokens.length - Math.max(0, ...shared) };
  });
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const prompts = await promptsOfWalk();
const today = prompts.map(({ messages }) => flat(messages));
const before = prompts.map(inOrderOfBefore);
const [ofToday, ofBefore] = [computed(today, cut), computed(before, cut)];

console.log(`prompts ${promptVersion}, ${prompts.length} calls in ${walk.length} turns\n`);
console.log('| turn | calls | tokens | computed anew | in the order of before |');
console.log('|---|---|---|---|---|');
for (const turn of walk.keys()) {
  const places = prompts.flatMap((prompt, place) => (prompt.turn === turn + 1 ? [place] : []));
  const of = (counted, field) => sum(places.map((place) => counted[place][field]));
  const row = [turn + 1, places.length, of(ofToday, 'tokens'), of(ofToday, 'anew'), of(ofBefore, 'anew')];
  console.log(`| ${row.join(' | ')} |`);
}
const all = (counted, field) => sum(counted.map((one) => one[field]));
const share = (field, [one, other]) => (all(one, field) / all(other, field)).toFixed(3);
console.log(
  `| all | ${prompts.length} | ${all(ofToday, 'tokens')} | ${all(ofToday, 'anew')} | ${all(ofBefore, 'anew')} |`,
);
function sayShares(name, both) {
  console.log(`\n${name}: ${all(both[0], 'tokens')} tokens; anew, beside the order of before`);
  for (const [kept, field] of [
    ['the latest prompt is kept (aim: at most 0.32)', 'anew'],
    ['all prompts are kept', 'anewOfAll'],
  ])
    console.log(`  ${kept}: ${all(both[0], field)} of ${all(both[1], field)}, ${share(field, both)}`);
}
sayShares('by the pattern', [ofToday, ofBefore]);
if (tokenizer !== null)
  sayShares(
    'o200k',
    [today, before].map((texts) => computed(texts, tokenizer.encode)),
  );
console.log(`\nas the engine estimates them: ${sum(today.map(estimatedTokens))} tokens`);
