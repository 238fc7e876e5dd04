import type { DomainEvent, JsonObject, TenantId } from '@svc/kernel';
import { maxPayloadBytes, PayloadTooLargeError, UnknownEventError } from '../errors.js';
import type { EventType, EventTypes } from './event-types.js';
import type { PayloadCodec, PayloadOwner } from './payload-codec.js';
import { isJsonObject, toStorableJson } from './storable-json.js';

export interface StreamAddress {
  readonly tenantId: TenantId;
  readonly streamId: string;
}

/** A stream, and whose record it is. */
export interface OwnedStream extends StreamAddress {
  /** Null: nobody's. */
  readonly subject: string | null;
}

export interface SerializedEvent {
  readonly eventType: string;
  readonly schemaVersion: number;
  readonly isPublic: boolean;
  /** Canonical JSON, as the codec left it. */
  readonly payload: string;
}

const wholePayload: readonly string[] = [''];

/** Between domain values and what is stored: message, codec, canonical text, limits, upcasters. */
export class EventSerializer {
  readonly #types: ReadonlyMap<string, EventType<unknown>>;
  readonly #codec: PayloadCodec;

  constructor(types: EventTypes<DomainEvent>, codec: PayloadCodec) {
    this.#types = types.byName;
    this.#codec = codec;
  }

  /**
   * A promise only when the codec gives one.
   * @throws PayloadTooLargeError, UnstorableTextError, UnknownEventError
   * @throws TypeError for a type with personal fields in a stream of nobody's: they could never be erased.
   */
  serialize(event: DomainEvent, address: OwnedStream): SerializedEvent | Promise<SerializedEvent> {
    const type = this.#types.get(event.type);
    if (!type) throw new UnknownEventError(event.type, 0);
    if (address.subject === null && type.personalFields?.length)
      throw new TypeError(
        `${event.type} has personal fields, but stream ${address.streamId} has no subject.`,
      );
    const json = type.message.toJSON(event.data);
    if (!isJsonObject(json)) throw new TypeError(`The payload of ${event.type} is not a JSON object.`);
    const encoded = this.#codec.encode(json, eventOwner(type, address));
    if (encoded instanceof Promise) return encoded.then((payload) => toSerialized(event.type, type, payload));
    return toSerialized(event.type, type, encoded);
  }

  /** @throws UnknownEventError for what a newer release has written. */
  async deserialize(stored: Omit<SerializedEvent, 'isPublic'>, address: StreamAddress): Promise<DomainEvent> {
    const { eventType, schemaVersion, payload } = stored;
    const type = this.#types.get(eventType);
    if (!type || schemaVersion > type.schemaVersion) throw new UnknownEventError(eventType, schemaVersion);
    const encoded = parseObject(payload);
    const decoded = await this.#codec.decode(encoded, eventOwner(type, address));
    const data = type.message.fromJSON(upcast(decoded, schemaVersion, type));
    return { type: eventType, data };
  }

  async serializeSnapshot(state: JsonObject, address: StreamAddress): Promise<string> {
    const encoded = await this.#codec.encode(state, snapshotOwner(address));
    return toStorableJson(encoded, 'snapshot');
  }

  async deserializeSnapshot(state: string, address: StreamAddress): Promise<JsonObject> {
    return this.#codec.decode(parseObject(state), snapshotOwner(address));
  }
}

function toSerialized(eventType: string, type: EventType<unknown>, encoded: JsonObject): SerializedEvent {
  const payload = toStorableJson(encoded, `payload of ${eventType}`);
  const payloadBytes = Buffer.byteLength(payload);
  if (payloadBytes > maxPayloadBytes) throw new PayloadTooLargeError(eventType, payloadBytes);
  const { schemaVersion, visibility } = type;
  return { eventType, schemaVersion, isPublic: visibility === 'public', payload };
}

function upcast(payload: JsonObject, from: number, type: EventType<unknown>): JsonObject {
  let lifted = payload;
  for (let version = from; version < type.schemaVersion; version++) {
    lifted = type.upcasters?.[version]?.(lifted) ?? lifted;
  }
  return lifted;
}

function parseObject(text: string): JsonObject {
  const value: unknown = JSON.parse(text);
  if (!isJsonObject(value)) throw new TypeError('A stored payload is not a JSON object.');
  return value;
}

function eventOwner(type: EventType<unknown>, { tenantId, streamId }: StreamAddress): PayloadOwner {
  return { tenantId, streamId, kind: 'event', personalFields: type.personalFields ?? [] };
}

function snapshotOwner({ tenantId, streamId }: StreamAddress): PayloadOwner {
  return { tenantId, streamId, kind: 'snapshot', personalFields: wholePayload };
}
