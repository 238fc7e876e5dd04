// What a plain turn costs in the engine, from its first command to its last: a judgement, then a message in pieces. The
// model answers at once, so this is what the engine adds to it. And what a turn leaves in the log, as JSON before it is
// sealed.
import { randomBytes } from 'node:crypto';
import '../../test/support/source-loader.mjs';
import { percentile } from './percentiles.mjs';

const { TurnRecorder, engineVersion, promptVersion, runTurn, turnBegan, TurnMachine } =
  await import('@svc/engine');
const { attempt } = await import('@svc/engine/attempts');
const { turnPorts } = await import('@svc/engine/turn-ports');
const { DataKey } = await import('@svc/sealing');
const { seededRandom } = await import('@svc/testing');
const { actionState, graphOf } = await import('../../libs/engine/test/graphs.ts');
const { turnInput, userSays } = await import('../../libs/engine/test/turns.ts');
const { conversationEventTypes } = await import('../../libs/conversations/src/adapters/event-types.ts');
const { completedTurn } = await import('../../libs/conversations/src/domain/complete-interaction.ts');
const { identity, startedAtMs } = await import('../../libs/conversations/test/histories.ts');

const rounds = Number(process.env.SVC_BENCH_ROUNDS ?? 24);
const turnsOfRound = 200;
const key = new DataKey('0190f3a0-1111-7222-8333-444455556666', randomBytes(32));
const hash = (use, text) => key.hash(use, text);
const model = { name: 'bench/test', settings: { temperature: 0 } };

const graph = graphOf([
  actionState('desk', {
    actions: ['Ask for the title', 'Offer a seat'],
    intra_state_navigation_guidelines: ['Stay calm'],
    action_guidelines: ['Be brief'],
    exit_conditions: [{ description: 'The title is known', next_state: 'shelf' }],
  }),
  actionState('shelf'),
  actionState('end'),
]);
const transcript = Array.from({ length: 10 }, (_, place) => ({
  type: place % 2 === 0 ? 'agent-message' : 'user-message',
  text: 'So many books are here, and none of them is the one that somebody asks for. '.repeat(2),
}));
const input = turnInput(graph, { currentState: 'desk', heard: userSays('Moby Dick, please'), transcript });
const judgement = { choice: 'exit_1', reason: 'The user has said which book it is.' };

/** Every fact of the turn in the order in which a model gives them. */
function factsOf(pieces) {
  const [judging, wording] = ['i1/m.navigate.desk.1', 'i1/m.engage.shelf.1'];
  const facts = [
    turnBegan(input),
    { type: 'model-attempted', id: judging, attempt: attempt([JSON.stringify(judgement)]) },
    { type: 'model-judged', id: judging, judgement },
    ...pieces.map((text) => ({ type: 'model-delta', id: wording, text })),
    { type: 'model-attempted', id: wording, attempt: attempt(pieces) },
    { type: 'model-ended', id: wording },
    { type: 'commit-acknowledged', id: 'i1/c.1' },
  ];
  // Some 15 ms apart, but never twice the same: regular times are pressed into nothing.
  const random = seededRandom(1);
  let atMs = startedAtMs;
  return facts.map((fact) => ({ ...fact, atMs: (atMs += 5 + random.below(20)) }));
}

function fed(facts, hashes) {
  const recorder = new TurnRecorder(hashes);
  const machine = new TurnMachine(input, model, recorder);
  const commands = facts.flatMap((fact) => machine.feed(fact));
  const { end } = commands.at(-1);
  if (end?.outcome !== 'completed') throw new Error(`The turn ended otherwise: ${JSON.stringify(end)}`);
  return commands.find(({ type }) => type === 'commit').commit;
}

/** The same by the driver, with a model that has all pieces at once. */
async function driven(pieces) {
  const port = {
    ...model,
    judge: async (_request, _signal, onAttempt) => {
      onAttempt(attempt([]));
      return judgement;
    },
    async *generate(_request, _signal, onAttempt) {
      yield* pieces;
      onAttempt(attempt(pieces));
    },
  };
  const signals = runTurn(input, turnPorts(port, new TurnRecorder(hash)), new AbortController().signal);
  while (!(await signals.next()).done);
}

/** Processor time of this thread, so that what else the machine does counts less. @returns µs of one step in each round */
async function time(step) {
  for (let warm = 0; warm < turnsOfRound * 5; warm += 1) await step();
  const took = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = process.threadCpuUsage();
    for (let turn = 0; turn < turnsOfRound; turn += 1) await step();
    const { user, system } = process.threadCpuUsage(before);
    took.push((user + system) / turnsOfRound);
  }
  return took;
}

function left(pieces) {
  const turn = {
    interactionId: 'i1',
    ...fed(factsOf(pieces), hash),
    agentName: 'Lin',
    messageId: 'i1-agent',
    innerThoughtIds: [],
  };
  const heard = { interactionId: 'i1', kind: 'user-message', messages: [], reachedState: null };
  const events = completedTurn({ identity, lastMessageAtMs: null }, heard, turn, startedAtMs);
  const bytes = new Map();
  for (const { type, data } of events) {
    const { message } = conversationEventTypes.byName.get(type);
    const size = Buffer.byteLength(JSON.stringify(message.toJSON(data)));
    bytes.set(type, (bytes.get(type) ?? 0) + size);
  }
  return { count: events.length, bytes };
}

/** Prints its own lines. */
export async function run() {
  console.log(
    `engine ${engineVersion}, prompts ${promptVersion}; µs of processor time a turn, median of ${rounds} rounds (fastest, slowest)`,
  );
  for (const count of [40, 400]) {
    const pieces = Array.from({ length: count }, () => ' words');
    const facts = factsOf(pieces);
    const cases = {
      'machine, without hashes of calls': () => fed(facts, () => 'unhashed'),
      machine: () => fed(facts, hash),
      'machine and driver': () => driven(pieces),
    };
    console.log(`\n${count} pieces, ${facts.length} facts`);
    for (const [name, step] of Object.entries(cases)) {
      const took = await time(step);
      const [fastest, median, slowest] = [0, 0.5, 1].map((part) => percentile(took, part).toFixed(0));
      console.log(`  ${name.padEnd(34)} ${median.padStart(5)} (${fastest}, ${slowest})`);
    }
    const { count: events, bytes } = left(pieces);
    const all = [...bytes.values()].reduce((sum, size) => sum + size, 0);
    console.log(`  left in the log by its last commit: ${events} events, ${all} bytes`);
    for (const [type, size] of bytes) console.log(`    ${type.padEnd(32)} ${String(size).padStart(6)}`);
  }
}
