export type { IdentityModule, IdentityModuleOptions } from './identity.module.js';
export { createIdentityModule } from './identity.module.js';
export { identityMigrations } from './identity-migrations.js';
