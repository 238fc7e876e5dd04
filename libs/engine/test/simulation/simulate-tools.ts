import { seededRandom } from '@svc/testing';
import {
  type CarriedWaits,
  type ToolCall,
  readFacts,
  turnBegan,
  TurnMachine,
  TurnRecorder,
  type Commit,
  type ContextGraph,
  type GraphState,
  type ToolDescriptor,
  type ToolNote,
  type ToolSpec,
  type TurnCommand,
  type TurnRequest,
} from '../../src/index.js';
import { booking, lookUp, specOf } from '../tools.js';
import { testHash, turnInput, userSays } from '../turns.js';
import { must } from './broken-rule.js';
import { Chances } from './chances.js';
import { RandomGraphs } from './random-graphs.js';
import { SimulatedTurn, type TurnStep } from './simulated-turn.js';

/** What holds for the tools of each turn. */
export type ToolRule =
  | 'an effect is asked for once its intent is stored'
  | 'a call is made once, and its effect has a key of its own'
  | 'what is stored of a call is its intent, if it has one, and then one outcome'
  | 'a call whose intent is stored is made, or noted as not called'
  | 'a turn has at most eight rounds of tools'
  | 'what is recorded gives the same commands'
  | 'what needs an approval is called only with one, and once'
  | 'at most one call waits for a person'
  | 'a state that holds the conversation is not left'
  | 'a state that holds the conversation begins its wait once';

const slow: ToolDescriptor = { ...lookUp, toolId: 'slow', name: 'slow' };
const gated: ToolDescriptor = { ...booking, toolId: 'pay', name: 'pay', needsApproval: true };
const tools = [booking, lookUp, slow, gated];
/** The call of an earlier turn that waits for a person, or was approved. */
const parked: ToolCall = {
  ...{ id: 'i0/tool.pay.1', toolId: 'pay', name: 'pay', version: '1.0.0', input: { day: 'Tuesday' } },
  ...{ effectKey: 'i0/1', state: 'somewhere', purpose: 'engage', round: 0, isBackground: false },
  handling: { ...specOf(gated), lifecycle: 'independent' },
  ...{ startedAtMs: 1, timeoutMs: 10_000 },
};
const identity = { name: 'simulated/test', settings: {} };

/** @returns how many calls were made */
export function simulateTurnsWithTools(firstSeed: number, count: number): number {
  const graphs = new RandomGraphs();
  let calls = 0;
  for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
    try {
      calls += simulateTurn(graphs.of(Math.floor(seed / 5)), new Chances(seededRandom(seed)));
    } catch (error) {
      (error as Error).message += ` (SVC_SIMULATION_SEED=${seed})`;
      throw error;
    }
  }
  return calls;
}

function simulateTurn(graph: ContextGraph, chances: Chances): number {
  const request = requestIn(withTools(graph, chances), chances);
  const recorder = new TurnRecorder(testHash);
  const stored: ToolNote[] = [];
  const commit = ({ notes }: Commit) => {
    if (chances.in100(5)) return { refused: new Error('Somebody else has the turn.') };
    stored.push(...notes);
    return 'acknowledged' as const;
  };
  const turn = new SimulatedTurn(new TurnMachine(request, identity, recorder), chances, commit);
  const stopsAfterMs = chances.in100(30) ? chances.below(6_000) : null;
  const end = turn.run(turnBegan(request), { stopsAfterMs, crashesAfterMs: null });
  if (end === 'crashed') throw new TypeError('No crash was asked for.');
  const notes = end.outcome === 'completed' ? stored : [...stored, ...recorder.notes()];
  audit(turn.steps, [...new Set(notes)]);
  auditWaits(request, turn.steps);
  auditRecorded(request, recorder, turn.steps);
  return turn.steps.filter((step) => 'command' in step && step.command.type === 'call-tool').length;
}

function withTools(graph: ContextGraph, chances: Chances): ContextGraph {
  const specs = (): readonly ToolSpec[] =>
    tools
      .filter(() => chances.in100(60))
      .map((tool) =>
        specOf(tool, {
          execution: chances.pick(['blocking', 'background']),
          lifecycle: chances.pick(['coupled', 'independent']),
          delivery: chances.pick(['interrupt', 'queue']),
          navigateOnCompletion: chances.in100(20),
          resultPersistence: chances.pick(['accumulate', 'override', 'persisted', 'persisted-preferred']),
        }),
      );
  const states = graph.states.map((state): GraphState => {
    if (state.type === 'decision') return { ...state, tools: specs() };
    if (state.type !== 'action') return state;
    const preloads = chances.in100(30)
      ? [{ toolId: chances.pick(['look', 'book', 'pay', 'gone']), params: {} }]
      : [];
    const waitFor = chances.pick([null, null, 'human-approval', 'surface-submission'] as const);
    return { ...state, actionTools: specs(), exitTools: specs(), preloads, waitFor };
  });
  return { ...graph, states };
}

function requestIn(graph: ContextGraph, chances: Chances): TurnRequest {
  const places = graph.states.filter(({ type, name }) => type === 'action' && name !== graph.terminalState);
  const input = chances.pick([{ kind: 'skip' } as const, userSays('On Tuesday')]);
  const waits = chances.pick([undefined, waitsIn(chances)]);
  return turnInput(graph, {
    ...{ currentState: chances.pick(places).name, input, tools },
    ...(waits === undefined ? {} : { waits }),
  });
}

function waitsIn(chances: Chances): CarriedWaits {
  const isParked = chances.in100(50);
  return {
    parked: isParked ? parked : null,
    approved: isParked || chances.in100(50) ? [] : [parked],
    here: chances.pick([null, 'open', 'ended']),
  };
}

function rule(name: ToolRule, holds: boolean, detail: () => string): void {
  must(name, holds, detail);
}

function audit(steps: readonly TurnStep[], notes: readonly ToolNote[]): void {
  const commits = new Map<string, readonly ToolNote[]>();
  const intended = new Set<string>();
  const made = new Set<string>();
  const keys = new Set<string>();
  for (const step of steps) {
    if ('fact' in step) {
      if (step.fact.type !== 'commit-acknowledged') continue;
      for (const { type, call } of commits.get(step.fact.id) ?? [])
        if (type === 'intent') intended.add(call.id);
      continue;
    }
    const { command } = step;
    if (command.type === 'commit') commits.set(command.id, command.commit.notes);
    if (command.type !== 'call-tool') continue;
    const { id, effectKey } = command.call;
    rule('a call is made once, and its effect has a key of its own', !made.has(id), () => id);
    made.add(id);
    if (effectKey === null) continue;
    rule('a call is made once, and its effect has a key of its own', !keys.has(effectKey), () => effectKey);
    keys.add(effectKey);
    rule('an effect is asked for once its intent is stored', intended.has(id), () => id);
  }
  auditNotes(notes, made);
  const rounds = new Set(notes.flatMap(({ call }) => (call.purpose === 'preload' ? [] : [call.round])));
  rule('a turn has at most eight rounds of tools', rounds.size <= 9, () => [...rounds].join());
}

function auditWaits({ graph, place, waits: carried }: TurnRequest, steps: readonly TurnStep[]): void {
  const commands = steps.flatMap((step): readonly TurnCommand[] => ('command' in step ? [step.command] : []));
  const approved = new Set(carried?.approved.map(({ effectKey }) => effectKey));
  for (const command of commands)
    if (command.type === 'call-tool' && command.call.toolId === gated.toolId)
      rule(
        'what needs an approval is called only with one, and once',
        approved.delete(command.call.effectKey),
        () => command.call.id,
      );
  for (const command of commands) {
    if (command.type !== 'commit' || command.commit.contents.type !== 'turn') continue;
    const { transitions, waits = [], place: end, conversationCompleted } = command.commit.contents.result;
    const calls = waits.filter(({ kind }) => kind === 'tool-approval').length;
    rule('at most one call waits for a person', calls + (carried?.parked ? 1 : 0) <= 1, () =>
      JSON.stringify(waits),
    );
    const holds = (name: string, isFirst: boolean): boolean => {
      const state = graph.states.find((one) => one.name === name);
      return state?.type === 'action' && state.waitFor !== null && !(isFirst && carried?.here === 'ended');
    };
    for (const [index, { previousState }] of transitions.entries())
      rule(
        'a state that holds the conversation is not left',
        !holds(previousState, index === 0 && previousState === place?.state),
        () => previousState,
      );
    const hasMoved = transitions.length > 0;
    const isBegun =
      !conversationCompleted && holds(end.state, !hasMoved) && (hasMoved || carried?.here !== 'open');
    rule(
      'a state that holds the conversation begins its wait once',
      waits.length - calls === (isBegun ? 1 : 0),
      () => JSON.stringify([end.state, waits]),
    );
  }
}

function auditNotes(notes: readonly ToolNote[], made: ReadonlySet<string>): void {
  const seen = new Map<string, string>();
  for (const { type, call } of notes) {
    const before = seen.get(call.id) ?? '';
    const isInOrder = before === '' || (before === 'intent' && type === 'outcome');
    rule(
      'what is stored of a call is its intent, if it has one, and then one outcome',
      isInOrder,
      () => `${before} ${type} ${call.id}`,
    );
    seen.set(call.id, type);
  }
  for (const [id, last] of seen)
    rule(
      'a call whose intent is stored is made, or noted as not called',
      last === 'outcome' || made.has(id),
      () => id,
    );
}

/** The record, serialized and read again, up to the last commit. */
function auditRecorded(request: TurnRequest, recorder: TurnRecorder, steps: readonly TurnStep[]): void {
  const written = JSON.parse(JSON.stringify({ calls: recorder.calls(), facts: recorder.facts() })) as {
    readonly calls: ReturnType<TurnRecorder['calls']>;
    readonly facts: ReturnType<TurnRecorder['facts']>;
  };
  const machine = new TurnMachine(structuredClone(request), identity, new TurnRecorder(testHash));
  const read = [...readFacts(written.facts, written.calls, turnBegan(request))];
  const again = read.flatMap((fact) => machine.feed(fact));
  const all = steps.flatMap((step): readonly TurnCommand[] => ('command' in step ? [step.command] : []));
  const last = all.findIndex(
    (command) => command.type === 'commit' && command.commit.contents.type === 'turn',
  );
  const expected = last < 0 ? all : all.slice(0, last + 1);
  const names = (commands: readonly TurnCommand[]) => JSON.stringify(commands.map(withoutFailure));
  rule('what is recorded gives the same commands', names(again) === names(expected), () =>
    JSON.stringify(expected.slice(again.length).map(({ type }) => type)),
  );
}

/** Why a commit was refused is not recorded. */
function withoutFailure(command: TurnCommand): TurnCommand | 'refused' {
  return command.type === 'end-turn' && command.end.outcome === 'refused' ? 'refused' : command;
}
