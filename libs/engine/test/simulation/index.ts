export { auditTurn, commandsOf, type TurnTrace } from './audit-turn.js';
export { BrokenRule, must, type Rule } from './broken-rule.js';
export { Chances } from './chances.js';
export { RandomGraphs } from './random-graphs.js';
export { SimulatedTurn } from './simulated-turn.js';
