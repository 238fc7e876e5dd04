export type { DemoCredentials } from './credentials-file.js';
export { credentialsFileOf } from './credentials-file.js';
export { openDemo } from './demo-access.js';
export { seedDemoAgents } from './seed-demo-agents.js';
export { welcome } from './welcome.js';
