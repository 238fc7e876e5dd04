export { compileGraph } from './compile-graph.js';
export { ContextGraphVersionBody, type PlatformGraph, type PlatformState } from './graph.js';
export { brokenRules, type AuthoringRights } from './graph-rules.js';
export { graphWarnings } from './graph-warnings.js';
export { namedTools, type NamedTool } from './named-tools.js';
