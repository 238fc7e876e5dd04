import type { DecisionRecordEntry, TurnDecisions } from '../../src/decisions/decision-record.js';
import { wantsAdvice } from '../definitions.js';
import { everyStateGraph } from '../every-state-graph.js';

type State = NonNullable<(typeof everyStateGraph.states)[number]>;

/** A version of the graph with one difference. */
export interface PlantedDifference {
  readonly version: number;
  readonly what: string;
  readonly graph: unknown;
  /** Whether it shows in a turn, by what that turn has decided, where it went and which calls it made. */
  readonly shows: (turn: TurnDecisions, seen: SeenTurn) => boolean;
}

export interface SeenTurn {
  /** Names of the states that it left. */
  readonly left: ReadonlySet<string>;
  /** Subjects of its calls of models, as `m.engage.recommend`. */
  readonly calls: ReadonlySet<string>;
}

function graphWith(name: string, change: (state: State) => object): unknown {
  const states = everyStateGraph.states.map((state) =>
    state?.name === name ? { ...state, ...change(state) } : state,
  );
  return { ...everyStateGraph, states };
}

function judged(state: string, turn: TurnDecisions): readonly DecisionRecordEntry[] {
  return turn.decisions.filter((entry) => entry.state === state && entry.judgedBy === 'model');
}

/** Where an exit leads, under another name. */
function renamed(from: string, to: string): unknown {
  const text = JSON.stringify(everyStateGraph);
  return JSON.parse(text.replaceAll(JSON.stringify(from), JSON.stringify(to)));
}

export const plantedDifferences: readonly PlantedDifference[] = [
  {
    version: 8,
    what: 'an exit is worded differently',
    graph: JSON.parse(
      JSON.stringify(everyStateGraph).replaceAll(wantsAdvice, 'They would like advice'),
    ) as unknown,
    shows: (turn) => judged('talk', turn).some(({ occasion }) => occasion === 'navigate'),
  },
  {
    version: 9,
    what: 'an action is gone, and another one is there',
    graph: graphWith('recommend', () => ({ actions: ['Recommend two books'] })),
    shows: ({ decisions }) => decisions.some(({ state }) => state === 'recommend'),
  },
  {
    version: 10,
    what: 'a guideline has changed',
    graph: graphWith('recommend', () => ({ action_guidelines: ['Be brief.'] })),
    shows: (_turn, { calls }) => calls.has('m.engage.recommend'),
  },
  {
    version: 11,
    what: 'a state has another name',
    graph: renamed('find', 'fetch'),
    shows: (_turn, { left }) => left.has('find'),
  },
  {
    version: 12,
    what: 'a tool is no longer there',
    graph: graphWith('talk', () => ({ action_tool_call_specs: [] })),
    shows: (turn) => judged('talk', turn).length > 0,
  },
];
