import type { FieldError } from '@svc/errors';
import type { ClassicGraph, GraphState } from './graph.js';

const walked: ReadonlySet<GraphState['type']> = new Set([
  'action',
  'decision',
  'recall',
  'annotation',
  'reflection',
]);

/** What the engine does not do yet, so that no graph is stored that can't run. */
export function notWalkedYet(graph: ClassicGraph, at: FieldError['loc']): readonly FieldError[] {
  const unsupported = (loc: FieldError['loc'], what: string): FieldError => ({
    loc,
    msg: `${what} are not supported`,
    type: 'value_error',
  });
  return [
    ...graph.states.flatMap(({ type }, place) =>
      walked.has(type) ? [] : [unsupported([...at, 'states', place, 'type'], `${type} states`)],
    ),
  ];
}
