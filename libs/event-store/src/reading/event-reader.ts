import type { DomainEvent, JsonObject } from '@svc/kernel';
import type { Executor } from '@svc/postgres';
import { mergePersonal } from '@svc/sealing';
import { UnknownEventError } from '../errors.js';
import { openPersonalParts, type SealedLog, type StoredPart } from '../sealing/open-personal-parts.js';
import { personalKey, personalPart } from '../sealing/sealed-payload.js';
import { positionOf, type EventRow, type StoredMetadata } from '../events/event-row.js';
import type { EventType, EventTypes } from '../events/event-types.js';
import type { RecordedEvent } from '../events/recorded-event.js';
import { parseJsonObject } from '../events/storable-json.js';

/** From rows to events: keys, seals, upcasters, messages. */
export class EventReader {
  readonly #types: EventTypes<DomainEvent>['byName'];
  readonly #log: SealedLog;

  constructor(types: EventTypes<DomainEvent>, log: SealedLog) {
    this.#types = types.byName;
    this.#log = log;
  }

  /**
   * @throws UnknownEventError for what a newer release has written; DomainError `service_unavailable` when keys can't be
   * had now; BrokenSealError when something sealed was moved or changed; LostPartError.
   */
  async read<Event extends DomainEvent>(
    executor: Executor,
    rows: readonly EventRow[],
  ): Promise<readonly RecordedEvent<Event>[]> {
    const payloads = rows.map((row) => parsePayload(row));
    const sealed = payloads.flatMap(({ stored }) => stored ?? []);
    const opened = await openPersonalParts(executor, sealed, this.#log);
    const personalOf = new Map(sealed.map((stored, index) => [stored, opened[index]]));
    return payloads.map(({ row, plain, stored }) => {
      const personal = stored && personalOf.get(stored);
      const isErased = stored !== undefined && personal === undefined;
      const payload = personal ? mergePersonal(plain, personal) : plain;
      return { ...linkOf(row), event: this.#toEvent(row, payload) as Event, isErased };
    });
  }

  #toEvent({ event_type: type, schema_version: version }: EventRow, payload: JsonObject): DomainEvent {
    const known = this.#types.get(type);
    if (!known || version > known.schemaVersion) throw new UnknownEventError(type, version);
    return { type, data: known.message.fromJSON(upcast(payload, version, known)) };
  }
}

interface ParsedPayload {
  readonly row: EventRow;
  /** Without its sealed part. */
  readonly plain: JsonObject;
  readonly stored: StoredPart | undefined;
}

function parsePayload(row: EventRow): ParsedPayload {
  const payload = parseJsonObject(row.payload);
  const part = personalPart(payload);
  if (!part) return { row, plain: payload, stored: undefined };
  if (row.subject === null)
    throw new TypeError(`Something is sealed in ${row.event_id}, which has no subject.`);
  const { [personalKey]: _sealed, ...plain } = payload;
  const stored = {
    tenantId: row.tenant_id,
    streamId: row.stream_id,
    eventId: row.event_id,
    eventType: row.event_type,
    schemaVersion: row.schema_version,
    subject: row.subject,
    part,
  };
  return { row, plain, stored };
}

function upcast(payload: JsonObject, from: number, type: EventType<unknown>): JsonObject {
  let lifted = payload;
  for (let version = from; version < type.schemaVersion; version++) {
    lifted = type.upcasters?.[version]?.(lifted) ?? lifted;
  }
  return lifted;
}

/** A recorded event without its data. */
function linkOf(row: EventRow): Omit<RecordedEvent, 'event' | 'isErased'> {
  const { subject: _column, ...metadata } = JSON.parse(row.metadata) as StoredMetadata;
  return {
    ...positionOf(row),
    tenantId: row.tenant_id,
    streamId: row.stream_id,
    subject: row.subject,
    streamVersion: row.stream_version,
    eventId: row.event_id,
    schemaVersion: row.schema_version,
    isPublic: row.is_public,
    previousPublicVersion: row.previous_public_version,
    previousPublicHash: row.previous_public_hash,
    metadata,
    createdAt: row.created_at_ms,
    hash: row.hash,
  };
}
