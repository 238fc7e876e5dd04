export { auditTurn } from './audit-turn.js';
export { BrokenRule, must, type Rule } from './broken-rule.js';
export { Chances } from './chances.js';
export { SimulatedTurn, type TurnUnderTest } from './simulated-turn.js';
