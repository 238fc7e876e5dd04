export { agentsConfig, agentsSettings } from './agents-config.js';
export { agentsContext } from './agents-context.js';
export type { AgentsOptions } from './agents.module.js';
export { AgentsModule } from './agents.module.js';
