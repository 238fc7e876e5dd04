export { ErasureFile } from './adapters/erasure-file.js';
export type { ErasureList } from './adapters/erasure-list.js';
export { identityContext } from './identity-context.js';
export type { IdentityOptions } from './identity-options.js';
export { defaultKeyReaders } from './identity-options.js';
export { IdentityModule } from './identity.module.js';
