import type { JsonObject } from '@svc/kernel';
import { sealBlob, type StoredBlob } from '@svc/blobs';
import { open, seal, type DataKey, type RandomBytes } from '@svc/sealing';
import type { StreamAddress } from '../events/stream-address.js';
import type { CutEvent } from './cut-event.js';

/** The key of the sealed part in a payload. No name of a field begins like this. */
export const personalKey = '$personal';

/** An event in the form that is stored and hashed. */
export interface SerializedEvent {
  readonly eventType: string;
  readonly schemaVersion: number;
  readonly isPublic: boolean;
  /** Canonical JSON. */
  readonly payload: string;
}

/** What its sealed part is bound to. */
export interface EventPlace extends StreamAddress {
  readonly eventId: string;
}

export interface SealedPlaceOfEvent
  extends EventPlace, Pick<SerializedEvent, 'eventType' | 'schemaVersion'> {}

/** Of whom the personal part speaks. */
export interface Sealer {
  readonly subject: string;
  readonly key: DataKey;
  readonly random: RandomBytes;
}

/** An event sealed for its place, and what goes beside it. */
export interface SealedEvent {
  readonly serialized: SerializedEvent;
  readonly large: StoredBlob | undefined;
}

/** @param sealer may be missing when nothing in the event is personal. */
export function sealEvent(cut: CutEvent, place: EventPlace, sealer: Sealer | undefined): SealedEvent {
  const { eventType, schemaVersion, isPublic, plain, personal, isLarge } = cut;
  const stored = { eventType, schemaVersion, isPublic };
  if (personal === undefined) return { serialized: { ...stored, payload: plain }, large: undefined };
  if (!sealer) throw new TypeError(`${eventType} holds personal fields, and its stream has no subject.`);
  const bytes = Buffer.from(personal);
  if (isLarge) {
    const owner = { tenantId: place.tenantId, owner: sealer.subject };
    const large = sealBlob(owner, bytes, sealer.key, sealer.random);
    return { serialized: { ...stored, payload: withPart(plain, { blob: large.address }) }, large };
  }
  const { tenantId, streamId, eventId } = place;
  const sealed = seal(
    bytes,
    { purpose: 'event', tenantId, streamId, eventId, eventType, schemaVersion },
    sealer.key,
    sealer.random,
  );
  return { serialized: { ...stored, payload: withPart(plain, sealed) }, large: undefined };
}

/** Stays canonical JSON: names of fields begin with a letter, and `$` stands before all of them. */
function withPart(plain: string, part: string | { readonly blob: string }): string {
  const member = `{"${personalKey}":${JSON.stringify(part)}`;
  return plain === '{}' ? `${member}}` : `${member},${plain.slice(1)}`;
}

/** Whether something stands beside the event with this payload. Only its text is needed, which `withPart` has begun. */
export function hasLargePart(payload: string): boolean {
  return payload.startsWith(`{"${personalKey}":{`);
}

/** What stands under `personalKey`: sealed in the payload itself, or beside it. */
export type PersonalPart = { readonly sealed: string } | { readonly blob: string };

/** @throws TypeError when it is neither. */
export function personalPart(payload: JsonObject): PersonalPart | undefined {
  const part = payload[personalKey];
  if (part === undefined) return undefined;
  if (typeof part === 'string') return { sealed: part };
  if (typeof part === 'object' && part !== null && 'blob' in part && typeof part.blob === 'string')
    return { blob: part.blob };
  throw new TypeError(`A stored payload holds something strange under ${personalKey}.`);
}

/**
 * @returns JSON
 * @throws BrokenSealError when it was moved or changed.
 */
export function openEventPart(
  sealed: string,
  { tenantId, streamId, eventId, eventType, schemaVersion }: SealedPlaceOfEvent,
  key: DataKey,
): string {
  const place = { purpose: 'event', tenantId, streamId, eventId, eventType, schemaVersion } as const;
  return open(sealed, place, key).toString();
}
