export { identityConfig } from './identity-config.js';
export { identityContext } from './identity-context.js';
export type { IdentityOptions } from './identity-options.js';
export { IdentityModule } from './identity.module.js';
