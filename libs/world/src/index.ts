export { tablesConfig } from './tables/tables-config.js';
export { tablesRoleKey } from './tables/adapters/workspace-place.js';
export { worldContext } from './world-context.js';
export type { WorldOptions } from './world.module.js';
export { WorldModule } from './world.module.js';
