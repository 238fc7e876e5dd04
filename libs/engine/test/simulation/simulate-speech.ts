import { seededRandom } from '@svc/testing';
import {
  turnBegan,
  TurnMachine,
  TurnRecorder,
  type ContextGraph,
  type GraphState,
  type Guardrail,
  type ProgressHint,
  type TurnRequest,
} from '../../src/index.js';
import { lookUp, specOf } from '../tools.js';
import { testHash, turnInput, userSays } from '../turns.js';
import { auditRecordedSpeech, auditSpeech } from './audit-speech.js';
import { auditLives } from './audit-turn.js';
import { Chances } from './chances.js';
import { RandomGraphs } from './random-graphs.js';
import { SimulatedTurn } from './simulated-turn.js';

const identity = { name: 'simulated/test', settings: {} };
const hard: Guardrail = { name: 'hard', description: 'Never this', enforcement: 'hard' };
const soft: Guardrail = { name: 'soft', description: 'Rather not that', enforcement: 'soft' };

/** What was seen of the turns. */
export interface SpeechSeen {
  checks: number;
  fillers: number;
}

/**
 * Turns with guardrails and fillers, one for each seed from the first one on.
 * @throws BrokenRule, naming the seed
 */
export function simulateSpeech(firstSeed: number, count: number): SpeechSeen {
  const graphs = new RandomGraphs('all');
  const seen = { checks: 0, fillers: 0 };
  for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
    try {
      simulateTurn(graphs.of(Math.floor(seed / 5)), new Chances(seededRandom(seed)), seen);
    } catch (error) {
      (error as Error).message += ` (SVC_SIMULATION_SEED=${seed})`;
      throw error;
    }
  }
  return seen;
}

function simulateTurn(graph: ContextGraph, chances: Chances, seen: SpeechSeen): void {
  const request = requestIn(spoken(graph, chances), chances);
  const recorder = new TurnRecorder(testHash);
  const turn = new SimulatedTurn(new TurnMachine(request, identity, recorder), chances, () => 'acknowledged');
  const stopsAfterMs = chances.in100(20) ? chances.below(6_000) : null;
  const began = turnBegan(request, false, chances.in100(15));
  const end = turn.run(began, { stopsAfterMs, crashesAfterMs: null });
  if (end === 'crashed') throw new TypeError('No crash was asked for.');
  auditLives(turn.steps);
  auditSpeech(request, turn.steps, end, began.suppressesFillers === true);
  auditRecordedSpeech(request, recorder, turn.steps);
  for (const step of turn.steps) {
    if (!('command' in step)) continue;
    const { command } = step;
    if (command.type === 'call-model' && command.request.task.type === 'guard') seen.checks += 1;
    if (command.type === 'tell' && command.signal.type === 'filler') seen.fillers += 1;
  }
}

/** Phrases of fillers begin with a mark that no message has. */
function anyHint(chances: Chances): ProgressHint {
  return {
    isDeterministic: chances.in100(50),
    phrases: ['~one', '~two', '~three'].slice(0, 1 + chances.below(3)),
    triggerDelayMs: chances.pick([null, 0, 300]),
    intervalMs: chances.pick([null, 100, 700]),
    mode: chances.pick(['auto', 'silent', 'backchannel', 'verbal']),
    progressClass: null,
    expectedLatencyMs: chances.pick([null, 500]),
    customPhrase: null,
  };
}

function spoken(graph: ContextGraph, chances: Chances): ContextGraph {
  const fillerHint = () => (chances.in100(30) ? '~hint' : null);
  const rails = () => chances.pick([[], [hard], [soft], [hard, soft]]);
  const overrides = () =>
    chances.in100(20) ? { sms: { objective: null, actionGuidelines: [], progress: anyHint(chances) } } : {};
  const fillers = () => ({ audioFillers: chances.in100(30) ? ['~well'] : [], audioFillerAfterMs: 200 });
  const spec = () => specOf(lookUp, { ...fillers(), progress: chances.in100(40) ? anyHint(chances) : null });
  const states = graph.states.map((state): GraphState => {
    switch (state.type) {
      case 'action':
        return {
          ...state,
          ...{ guardrails: rails(), channelOverrides: overrides(), actionTools: [spec()] },
          actions: state.actions.map((action) => ({ ...action, fillerHint: fillerHint() })),
          exitConditions: state.exitConditions.map((exit) => ({ ...exit, fillerHint: fillerHint() })),
        };
      case 'collection':
        return { ...state, guardrails: rails(), channelOverrides: overrides() };
      case 'decision':
        return { ...state, ...fillers(), channelOverrides: overrides() };
      case 'reflection':
        return { ...state, ...fillers() };
      default:
        return state;
    }
  });
  return { ...graph, states };
}

function requestIn(graph: ContextGraph, chances: Chances): TurnRequest {
  const places = graph.states.filter(({ type, name }) => type === 'action' && name !== graph.terminalState);
  return turnInput(graph, {
    currentState: chances.pick(places).name,
    input: chances.pick([{ kind: 'skip' } as const, userSays('On Tuesday')]),
    tools: [lookUp],
    channel: chances.pick(['sms', 'web', null]),
  });
}
