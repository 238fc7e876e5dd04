import { seededRandom } from '@svc/testing';
import {
  isSpeaking,
  readFacts,
  TurnRecorder,
  turnBegan,
  TurnMachine,
  type ContextGraph,
  type InteractionInput,
  type TurnContext,
  type TurnRequest,
} from '../../src/index.js';
import { actionState, graphOf } from '../graphs.js';
import { placeOf, testHash, turnInput, userSays } from '../turns.js';
import { auditTurn, commandsOf, factsOf, type TurnTrace } from './audit-turn.js';
import { must } from './broken-rule.js';
import { Chances } from './chances.js';
import { RandomGraphs } from './random-graphs.js';
import { simulateBehind } from './simulate-behind.js';
import { SimulatedTurn } from './simulated-turn.js';

const identity = { name: 'simulated/test', settings: {} };
const limits = {
  maxPassthroughStates: 50,
  maxTranscriptCharacters: 24_000,
  maxMessageCharacters: 60,
  maxJudgedEntries: 3,
  maxMessagesAhead: 1,
  maxSummaryCharacters: 0,
};
/** The same agent and user in all turns. */
const anyone = turnInput(graphOf([actionState('s0'), actionState('end')]));
/** Turns that share a graph: creating one takes as long as a turn. */
const turnsOfGraph = 5;

/**
 * Runs turns, one for each seed from the first one on, and audits each.
 * @throws BrokenRule, naming the seed
 */
export function simulateTurns(
  firstSeed: number,
  count: number,
  onTurn: (trace: TurnTrace) => void = () => {},
  graphs = new RandomGraphs('all'),
): void {
  for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
    try {
      onTurn(simulateTurn(graphs.of(Math.floor(seed / turnsOfGraph)), seed));
    } catch (error) {
      (error as Error).message += ` (SVC_SIMULATION_SEED=${seed})`;
      throw error;
    }
  }
}

function simulateTurn(graph: ContextGraph, seed: number): TurnTrace {
  const chances = new Chances(seededRandom(seed));
  const request = anyInput(graph, chances);
  const recorder = new TurnRecorder(testHash);
  const turn = new SimulatedTurn(new TurnMachine(request, identity, recorder), chances, () =>
    chances.in100(5) ? { refused: new Error('Somebody else has the turn.') } : 'acknowledged',
  );
  const stopsAfterMs = chances.in100(25) ? chances.below(1_500) : null;
  const isGated = chances.in100(40);
  const end = turn.run(turnBegan(request, isGated), { stopsAfterMs, crashesAfterMs: null });
  if (end === 'crashed') throw new TypeError('No crash was asked for.');
  const trace = { input: request, steps: turn.steps, end, calls: recorder.calls(), facts: recorder.facts() };
  auditTurn(trace);
  auditAgain(trace);
  auditRecorded(trace);
  if (chances.in100(20)) simulateBehind(anyFallen(request, chances), identity, chances);
  return trace;
}

/** Feeds a new machine copies of the same facts. */
function auditAgain({ input: request, steps, calls }: TurnTrace): void {
  const recorder = new TurnRecorder(testHash);
  const machine = new TurnMachine(structuredClone(request), identity, recorder);
  const again = factsOf(steps).flatMap((fact) => machine.feed(fact));
  const rule = 'the same facts give the same commands';
  must(rule, JSON.stringify(again) === JSON.stringify(commandsOf(steps)), () => 'commands');
  must(rule, JSON.stringify(recorder.calls()) === JSON.stringify(calls), () => 'recorded calls');
}

/** The record, serialized and read again, up to the commit: its outcome is in the log itself. */
function auditRecorded({ input: request, steps, calls, facts }: TurnTrace): void {
  const recorder = new TurnRecorder(testHash);
  const machine = new TurnMachine(structuredClone(request), identity, recorder);
  const written = JSON.parse(JSON.stringify({ calls, facts })) as Pick<TurnTrace, 'calls' | 'facts'>;
  const read = [...readFacts(written.facts, written.calls, turnBegan(request))];
  const again = read.flatMap((fact) => machine.feed(fact));
  const made = commandsOf(steps);
  const commit = made.findIndex(({ type }) => type === 'commit');
  const expected = commit < 0 ? made : made.slice(0, commit + 1);
  const rule = 'what is recorded gives the same commands';
  must(rule, JSON.stringify(again) === JSON.stringify(expected), () => JSON.stringify({ again, expected }));
  must(rule, JSON.stringify(recorder.calls()) === JSON.stringify(calls), () => 'recorded calls');
  must(rule, JSON.stringify(recorder.facts()) === JSON.stringify(facts), () => 'recorded facts');
}

/** What a turn hands on: in most cases more than the window shows. */
function anyFallen(request: TurnRequest, chances: Chances): TurnContext {
  const said = { type: 'user-message', text: 'What was said a while ago.' } as const;
  const fallen = chances.in100(80) ? Array.from({ length: 1 + chances.below(4) }, () => said) : [];
  const { transcript } = request;
  return {
    ...request,
    place: request.place ?? placeOf(request.graph.newUserInitialState),
    fallen,
    messages: fallen.length + transcript.length,
    limits: { ...limits, maxSummaryCharacters: 30 },
  };
}

function anyInput(graph: ContextGraph, chances: Chances): TurnRequest {
  const places = graph.states.filter((state) => isSpeaking(state) && state.name !== graph.terminalState);
  const isFirst = chances.in100(20);
  const input: InteractionInput = isFirst
    ? { kind: 'greeting' }
    : chances.pick([{ kind: 'skip' }, userSays('Hello?', ['A bell rings']), userSays('Go on')]);
  return {
    ...anyone,
    graph,
    place: isFirst ? null : placeOf(chances.pick(places).name),
    collection: anyCollection(graph, chances),
    input,
    limits,
    transcript: isFirst ? [] : [{ type: 'agent-message', text: 'What do you want?' }],
  };
}

/** Of a state that the turn may begin in, or not. */
function anyCollection(graph: ContextGraph, chances: Chances): TurnRequest['collection'] {
  const states = graph.states.filter(({ type }) => type === 'collection');
  if (states.length === 0 || chances.in100(50)) return null;
  return { ...placeOf(chances.pick(states).name), values: {}, turns: chances.below(3), isComplete: false };
}
