import * as fc from 'fast-check';
import { distancesToSpeaking, indexStates, type ContextGraph } from '../src/index.js';
import { actionState, annotationState, decisionState, graphOf } from './graphs.js';

const kinds = ['action', 'decision', 'annotation'] as const;

const shape = fc.record({
  kind: fc.constantFrom(...kinds),
  actions: fc.integer({ min: 1, max: 3 }),
  /** Where its exits lead, as offsets from its own index. */
  exits: fc.array(fc.nat(1000), { minLength: 1, maxLength: 4 }),
});

/** Graphs that break no rule, with all kinds of states, back edges and cycles. */
export const validGraph: fc.Arbitrary<ContextGraph> = fc
  .array(shape, { minLength: 1, maxLength: 10 })
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
      if (kind === 'decision') return decisionState(name, conditions);
      return annotationState(name, `thought of ${name}`, targets[0] ?? 'end');
    });
    return graphOf([...states, actionState('end')]);
  })
  .filter((graph) => distancesToSpeaking(indexStates(graph)).size === graph.states.length);
