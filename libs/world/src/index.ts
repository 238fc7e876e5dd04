export { worldContext } from './world-context.js';
export type { WorldOptions } from './world.module.js';
export { WorldModule } from './world.module.js';
