export { tablesConfig } from './tables/tables-config.js';
export { tablesRoleKey } from './tables/adapters/workspace-place.js';
export { defaultInferrers } from './rpc/inferrers.guard.js';
export { worldContext } from './world-context.js';
export type { WorldOptions } from './world.module.js';
export { WorldModule } from './world.module.js';
