export { AgentVersionBody, AgentVersionChanges } from './agent.js';
export { compileGraph } from './compile-graph.js';
export type {
  ActionState,
  AnnotationState,
  ClassicGraph,
  DecisionState,
  ExitCondition,
  GraphState,
  NextState,
  RecallState,
  ReflectionState,
  ToolCallSpec,
  ToolCallState,
} from './graph.js';
export { enteredGraphs, namedTools, type EnteredGraph, type NamedTool } from './graph-needs.js';
export { classicGraphSchema } from './graph-schema.js';
export { ServiceBody, VersionSet } from './service.js';
export { bumpTypes, ToolBody, ToolVersionBody } from './tool.js';
export { isVersionConstraint } from './version-constraint.js';
export { parseGraph, validateGraph } from './validate-graph.js';
