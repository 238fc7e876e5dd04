import * as fc from 'fast-check';
import { distancesToSpeaking, indexStates, type ContextGraph } from '../src/index.js';
import {
  actionState,
  annotationState,
  collectionState,
  decisionState,
  fieldOf,
  graphOf,
  recallState,
  reflectionState,
} from './graphs.js';

const usual = ['action', 'decision', 'annotation'] as const;
const further = ['recall', 'reflection', 'collection'] as const;
type Kind = (typeof usual)[number] | (typeof further)[number];

const queries = { type: 'queries', queries: ['What?'] } as const;
const days = [fieldOf('day', 'date')];

const shapeOf = (kinds: readonly Kind[]) =>
  fc.record({
    kind: fc.constantFrom(...kinds),
    actions: fc.integer({ min: 1, max: 3 }),
    /** Where its exits lead, as offsets from its own index. */
    exits: fc.array(fc.nat(1000), { minLength: 1, maxLength: 4 }),
  });

/** Graphs that break no rule, with actions, decisions and annotations, back edges and cycles. */
export const validGraph = graphsOf(usual);
/** The same with all kinds of states that need no tools. */
export const anyGraph = graphsOf([...usual, 'action', ...further]);

function graphsOf(kinds: readonly Kind[]): fc.Arbitrary<ContextGraph> {
  return fc
    .array(shapeOf(kinds), { minLength: 1, maxLength: 10 })
    .map((shapes) => {
      const names = [...shapes.map((_shape, place) => `s${place}`), 'end'];
      const states = shapes.map(({ kind, actions, exits }, place) => {
        const name = names[place] ?? '';
        const others = names.filter((other) => other !== name);
        const targets = exits.map((offset) => others[offset % others.length] ?? 'end');
        const conditions = targets.map((nextState, exit) => ({
          description: `${name} exit ${exit}`,
          nextState,
        }));
        // Conversations begin in the first state, so it is an action state.
        if (kind === 'action' || place === 0) {
          const texts = Array.from({ length: actions }, (_, action) => `${name} action ${action}`);
          return actionState(name, { actions: texts, exitConditions: conditions });
        }
        const next = targets[0] ?? 'end';
        if (kind === 'decision') return decisionState(name, conditions);
        if (kind === 'recall')
          return recallState(
            name,
            actions === 1 ? queries : { type: 'information', information: name },
            next,
          );
        if (kind === 'reflection') return reflectionState(name, next, { wordLimit: 3 });
        if (kind === 'collection') return collectionState(name, days, next, { maxTurns: actions });
        return annotationState(name, `thought of ${name}`, targets[0] ?? 'end');
      });
      return graphOf([...states, actionState('end')]);
    })
    .filter((graph) => distancesToSpeaking(indexStates(graph)).size === graph.states.length);
}
