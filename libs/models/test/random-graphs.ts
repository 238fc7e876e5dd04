import * as fc from 'fast-check';
import { validateGraph } from '@svc/definitions/classic';
import { action, annotation, decision, graph } from './graphs/builders.js';

/** A graph as data for `compileGraph`. */
export type RandomGraph = ReturnType<typeof graph>;

const words = fc.constantFrom(
  ...(
    'ask tell the user wants has not no yes a date name order refund anything else or and confirm greet explain ' +
    'whether which room red blue thank goodbye offer help otherwise'
  ).split(' '),
);
const prose = fc.array(words, { minLength: 1, maxLength: 8 }).map((chosen) => chosen.join(' '));
/** Texts of any kind: an author may write in any language, or without words. */
const anyText = fc.oneof(
  { weight: 4, arbitrary: prose },
  {
    weight: 1,
    arbitrary: fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
      .filter((text) => text.trim() !== ''),
  },
);

interface Shape {
  readonly kind: 'action' | 'decision' | 'annotation';
  readonly texts: readonly string[];
  readonly actions: readonly string[];
  /** Where its exits lead, as offsets from its own index. */
  readonly exits: readonly number[];
}

const shape: fc.Arbitrary<Shape> = fc.record({
  kind: fc.constantFrom('action', 'action', 'decision', 'annotation'),
  texts: fc.array(anyText, { minLength: 6, maxLength: 6 }),
  actions: fc.array(anyText, { minLength: 1, maxLength: 3 }),
  exits: fc.array(fc.nat(1000), { minLength: 1, maxLength: 5 }),
});

/**
 * Graphs that break no rule and have a reachable terminal state. Exit conditions are distinct: nobody could tell two exits with
 * the same condition apart.
 */
export const validGraph: fc.Arbitrary<RandomGraph> = fc
  .array(shape, { minLength: 1, maxLength: 9 })
  .map(graphOf)
  .filter((candidate) => validateGraph(candidate).length === 0 && canEnd(candidate));

function graphOf(shapes: readonly Shape[]): RandomGraph {
  const names = [...shapes.map((_shape, place) => `s${place}`), 'end'];
  const states = shapes.map(({ kind, texts, actions, exits }, place) => {
    const name = names[place] ?? '';
    const others = names.filter((other) => other !== name);
    const targets = exits.map((offset) => others[offset % others.length] ?? 'end');
    const conditions = targets.map((target, exit) => [`${texts[exit]} ${place}/${exit}`, target] as const);
    // Conversations begin in the first state, so it is an action state.
    if (kind === 'action' || place === 0) return action(name, texts[5] ?? '', actions, conditions);
    if (kind === 'decision') return decision(name, texts[5] ?? '', conditions);
    return annotation(name, texts[5] ?? '', targets[0] ?? 'end');
  });
  return graph('A random graph.', [...states, action('end', 'End', ['Say goodbye'], [])]);
}

function canEnd(candidate: RandomGraph): boolean {
  return wayToEnd(candidate, 's0') !== null;
}

/** A shortest path of transitions from a state to the terminal one; null when there is none. */
export function wayToEnd(candidate: RandomGraph, from: string): readonly Step[] | null {
  const states = candidate['states'] as readonly GraphState[];
  const ways = new Map<string, readonly Step[]>([[from, []]]);
  for (const [name, way] of ways) {
    if (name === 'end') return way;
    const state = states.find((one) => one.name === name);
    for (const step of stepsFrom(state)) {
      if (!ways.has(step.to)) ways.set(step.to, [...way, step]);
    }
  }
  return null;
}

export interface Step {
  readonly to: string;
  /** What the user must say; null where nothing. */
  readonly condition: string | null;
  readonly kind: Shape['kind'];
}

interface GraphState {
  readonly type: Shape['kind'];
  readonly name: string;
  readonly exit_conditions?: readonly { readonly description: string; readonly next_state: string }[];
  readonly next_state?: string;
}

function stepsFrom(state: GraphState | undefined): readonly Step[] {
  if (state?.next_state !== undefined) return [{ to: state.next_state, condition: null, kind: state.type }];
  return (state?.exit_conditions ?? []).map(({ description, next_state }) => ({
    to: next_state,
    condition: description,
    kind: state?.type ?? 'action',
  }));
}
