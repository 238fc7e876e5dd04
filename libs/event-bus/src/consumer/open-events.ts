import {
  openEventPart,
  parseJsonObject,
  personalKey,
  personalPart,
  UnknownEventError,
} from '@svc/event-store';
import type { EventMetadata, JsonObject } from '@svc/kernel';
import { mergePersonal, type SubjectKey, type SubjectKeys } from '@svc/sealing';
import type { PublicEvent } from '../public-event.js';
import type { EventContract } from './event-handlers.js';
import type { PersonalPart, ReceivedEvent } from './received-event.js';

/** The only version of a public event's shape: a breaking change is a new type of event. */
const knownSchemaVersion = 1;

/**
 * Events as their handlers get them, with one request for all keys.
 * @param keys left out: personal data stays sealed.
 * @throws UnknownEventError for a shape of a newer release; DomainError `service_unavailable` when keys can't be had
 * now; BrokenSealError.
 */
export async function openEvents(
  events: readonly { readonly event: PublicEvent; readonly contract: EventContract }[],
  keys: SubjectKeys | undefined,
): Promise<readonly ReceivedEvent[]> {
  const parsed = events.map(({ event, contract }) => ({ contract, ...parse(event) }));
  const subjects = keys
    ? parsed.flatMap(({ event, part }) =>
        part && 'sealed' in part && event.subject !== null ? [event.subject] : [],
      )
    : [];
  const held: ReadonlyMap<string, SubjectKey> =
    keys && subjects.length > 0 ? await keys.getAll([...new Set(subjects)]) : new Map();
  return parsed.map(({ event, contract, plain, part }) => {
    const key = event.subject === null ? undefined : held.get(event.subject);
    const { personal, payload } = opened(event, plain, part, key);
    return {
      source: event.source,
      streamId: event.streamId,
      type: event.eventType,
      data: contract.message.fromJSON(payload),
      personal,
      tenantId: event.tenantId,
      subject: event.subject,
      streamVersion: event.streamVersion,
      eventId: event.eventId,
      occurredAtMs: event.occurredAtMs,
      metadata: metadataOf(event),
    };
  });
}

type StoredPart = ReturnType<typeof personalPart>;

function parse(event: PublicEvent): { event: PublicEvent; plain: JsonObject; part: StoredPart } {
  if (event.schemaVersion !== knownSchemaVersion)
    throw new UnknownEventError(event.eventType, event.schemaVersion);
  const payload = parseJsonObject(event.payload);
  const { [personalKey]: _sealed, ...plain } = payload;
  return { event, plain, part: personalPart(payload) };
}

function opened(
  event: PublicEvent,
  plain: JsonObject,
  part: StoredPart,
  key: SubjectKey | undefined,
): { readonly personal: PersonalPart; readonly payload: JsonObject } {
  if (!part) return { personal: 'none', payload: plain };
  if (key === 'erased') return { personal: 'erased', payload: plain };
  if (!key || !('sealed' in part)) return { personal: 'sealed', payload: plain };
  const words = parseJsonObject(openEventPart(part.sealed, event, key));
  return { personal: 'open', payload: mergePersonal(plain, words) };
}

function metadataOf({ metadata }: PublicEvent): EventMetadata {
  const { actor, correlationId, causationId, traceparent } = JSON.parse(metadata) as EventMetadata;
  return { actor, correlationId, causationId, ...(traceparent !== undefined && { traceparent }) };
}
