import type { DomainEvent } from '@svc/kernel';
import { cutPersonal, type CutPayload } from '@svc/sealing';
import {
  maxLargePersonalBytes,
  maxPayloadBytes,
  PayloadTooLargeError,
  UnknownEventError,
} from '../errors.js';
import { valueBytes } from '../events/event-size.js';
import type { EventTypes } from '../events/event-types.js';
import { isJsonObject, toStorableJson } from '../events/storable-json.js';

/** An event on its way into the log: what anybody may read, and what is to be sealed. */
export interface CutEvent {
  readonly eventType: string;
  readonly schemaVersion: number;
  readonly isPublic: boolean;
  /** Canonical JSON. */
  readonly plain: string;
  /** The same; undefined when the event holds nothing personal. */
  readonly personal: string | undefined;
  /** Too much for the event itself: what is sealed goes beside it, and the event names it. */
  readonly isLarge: boolean;
}

const nothing: readonly string[] = [];

/** @throws PayloadTooLargeError, UnstorableTextError, UnknownEventError */
export function cutEvent(event: DomainEvent, types: EventTypes<DomainEvent>['byName']): CutEvent {
  const type = types.get(event.type);
  if (!type) throw new UnknownEventError(event.type, 0);
  const json = type.message.toJSON(event.data);
  if (!isJsonObject(json)) throw new TypeError(`The payload of ${event.type} is not a JSON object.`);
  const cut = cutPersonal(json, type.personalFields ?? nothing);
  const { schemaVersion, visibility, largePersonal = false } = type;
  const where = `payload of ${event.type}`;
  const plain = toStorableJson(cut.plain, where);
  const personal = cut.personal && toStorableJson(cut.personal, where);
  // Text is never shorter than the values in it.
  const isShort = Buffer.byteLength(plain) + Buffer.byteLength(personal ?? '') <= maxPayloadBytes;
  return {
    eventType: event.type,
    schemaVersion,
    isPublic: visibility === 'public',
    plain,
    personal,
    isLarge: !isShort && needsPlaceBeside(event.type, cut, largePersonal),
  };
}

/** @throws PayloadTooLargeError for what fits nowhere. */
function needsPlaceBeside(
  eventType: string,
  { plain, personal = {} }: CutPayload,
  largePersonal: boolean,
): boolean {
  const plainBytes = valueBytes(plain);
  const personalBytes = valueBytes(personal);
  if (plainBytes + personalBytes <= maxPayloadBytes) return false;
  if (largePersonal && plainBytes <= maxPayloadBytes && personalBytes <= maxLargePersonalBytes) return true;
  const limit = largePersonal ? maxLargePersonalBytes : maxPayloadBytes;
  throw new PayloadTooLargeError(eventType, plainBytes + personalBytes, limit);
}
