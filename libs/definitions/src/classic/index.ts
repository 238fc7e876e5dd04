export { AgentVersionBody, AgentVersionChanges } from './agent.js';
export { compileGraph } from './compile-graph.js';
export { enteredGraphs, namedTools, type EnteredGraph, type NamedTool } from './graph-needs.js';
export {
  classicGraphSchema,
  type ActionState,
  type ClassicGraph,
  type ExitCondition,
} from './graph-schema.js';
export { ServiceBody, VersionSet } from './service.js';
export { bumpTypes, ToolBody, ToolVersionBody } from './tool.js';
export { isVersionConstraint } from './version-constraint.js';
export { parseGraph, validateGraph } from './validate-graph.js';
