export { worldContext } from './world-context.js';
export { WorldModule } from './world.module.js';
