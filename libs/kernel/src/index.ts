export type { Clock } from './clock.js';
export type { IdGenerator } from './id-generator.js';
export type { Decider, DomainEvent } from './decider.js';
export type { CausingRequest, EventMetadata } from './event-metadata.js';
export { requestMetadata } from './event-metadata.js';
export { FewAtOnce } from './few-at-once.js';
export type { JsonObject, JsonValue } from './json.js';
export { canonicalJson } from './json.js';
export type { ChangesOf, MessageCodec, OfMessage } from './message.js';
export { changesOf, fromProto, fromMessageJson, toProto } from './message.js';
export { nameUuid } from './name-uuid.js';
export { isSameData } from './same-data.js';
export { isResourceId } from './resource-id.js';
export type { RegionCode } from './regions.js';
export { isRegionCode, regionCodes } from './regions.js';
export { tagBounds } from './tag-bounds.js';
export type { TenantId, UserOfTenant } from './tenant.js';
export {
  isTenantId,
  organizationOf,
  organizationTenant,
  streamId,
  userOfSubject,
  userSubject,
  workspaceOf,
  workspaceTenant,
} from './tenant.js';
export type { AnyShape, StateShape } from './state-shape.js';
export { misfit } from './state-shape.js';
export type { Timed } from './timed.js';
export { isSubject } from './subject.js';
export {
  characterCount,
  hasAtMostCharacters,
  hasVisibleText,
  isStorableText,
  toStorableText,
} from './text.js';
export { isUuid, reservedSegments } from './reserved-segments.js';
