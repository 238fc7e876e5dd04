export type { Pattern, PatternRefusal } from './pattern.js';
export { compilePattern } from './pattern.js';
