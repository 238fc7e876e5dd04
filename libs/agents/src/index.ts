export { agentsMigrations } from './agents-migrations.js';
export type { AgentsModule, AgentsModuleOptions } from './agents.module.js';
export { createAgentsModule } from './agents.module.js';
