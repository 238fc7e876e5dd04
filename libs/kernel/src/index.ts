export type { Clock } from './clock.js';
export type { IdGenerator } from './id-generator.js';
export type { Decider, DomainEvent } from './decider.js';
export type { JsonObject, JsonValue } from './json.js';
export { canonicalJson } from './json.js';
export type { TenantId } from './tenant.js';
export { isTenantId, organizationOf, organizationTenant, streamId } from './tenant.js';
export { isStorableText, toStorableText } from './text.js';
export { isUuid, reservedSegments } from './reserved-segments.js';
