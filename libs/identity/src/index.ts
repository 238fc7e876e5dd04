export type { OpenErasure } from './adapters/erasure-confirmations.js';
export { listOpenErasures } from './adapters/erasure-confirmations.js';
export { ErasureFile } from './adapters/erasure-file.js';
export type { ErasureList } from './adapters/erasure-list.js';
export { confirmedWithinMs, confirmingContexts } from './application/confirming-contexts.js';
export { identityContext } from './identity-context.js';
export type { IdentityOptions } from './identity-options.js';
export { defaultKeyReaders } from './identity-options.js';
export { IdentityModule } from './identity.module.js';
