export type { HashUse } from './data-key.js';
export { DataKey } from './data-key.js';
export type { CutPayload } from './personal-fields.js';
export { cutPersonal, mergePersonal } from './personal-fields.js';
export type { RandomBytes } from './seal.js';
export { BrokenSealError, keyIdOf, open, seal } from './seal.js';
export type { SealedPlace, SealPurpose } from './sealed-place.js';
