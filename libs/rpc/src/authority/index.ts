export type { IssuedCertificate, LocalAuthority } from './local-authority.js';
export { createAuthority } from './local-authority.js';
