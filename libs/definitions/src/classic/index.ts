export { compileGraph } from './compile-graph.js';
export type {
  ActionState,
  AnnotationState,
  ClassicGraph,
  DecisionState,
  ExitCondition,
  GraphState,
} from './graph.js';
export { parseGraph, validateGraph } from './validate-graph.js';
