import type { WorkspaceCaller } from '@svc/contracts/common';
import type { Entity as EntityMessage, EntityMatch } from '@svc/contracts/world';
import { required } from '../../wire/required.js';
import { shown } from '../../wire/shown.js';
import { toWireTime } from '../../wire/times.js';
import { workspaceOf } from '../definition/definition-wire.js';
import { Entity, EntityMatches } from './entity-schemas.js';

/** What entities of some types have, and others not. */
interface Facts {
  readonly direction?: string;
  readonly status?: string;
  readonly call_sid?: string;
  readonly duration_seconds?: number;
}

export function fromEntity(caller: WorkspaceCaller, message: EntityMessage) {
  const profile = required(message.profile);
  const facts = JSON.parse(message.factsJson) as Facts;
  return shown(Entity, {
    id: message.entityId,
    workspace_id: workspaceOf(caller),
    entity_type: message.entityType,
    display_name: profile.displayName ?? profile.name ?? null,
    canonical_id: profile.canonicalId ?? null,
    external_ids: profile.externalIds,
    state: { ...facts, ...(JSON.parse(message.stateJson) as Record<string, unknown>) },
    has_projection: message.hasValues,
    name: profile.name ?? null,
    phone: profile.phone ?? null,
    email: profile.email ?? null,
    birth_date: profile.birthDate ?? null,
    gender: profile.gender ?? null,
    mrn: profile.mrn ?? null,
    appointment_status: null,
    appointment_start: null,
    appointment_end: null,
    appointment_type: null,
    domain: null,
    industry: null,
    call_sid: facts.call_sid ?? null,
    direction: facts.direction ?? null,
    duration_seconds: facts.duration_seconds ?? null,
    status: facts.status ?? null,
    source: message.source,
    first_seen_at: toWireTime(message.createdAtMs),
    last_event_at: toWireTime(message.lastEventAtMs),
    event_count: message.eventCount,
    confidence: 1,
    tags: profile.tags,
    created_at: toWireTime(message.createdAtMs),
    updated_at: toWireTime(message.updatedAtMs),
  });
}

const Match = EntityMatches.shape.matches.element;

export function fromMatch({ entity, confidence, matchedOn }: EntityMatch) {
  const found = required(entity);
  return shown(Match, {
    entity_id: found.entityId,
    entity_type: found.entityType,
    confidence,
    matched_on: Match.shape.matched_on.parse(matchedOn),
    summary: summaryOf(found),
  });
}

export function summaryOf({ profile, lastEventAtMs, eventCount }: EntityMessage) {
  const { displayName, name, phone, email, birthDate, mrn, canonicalId, externalIds, tags } =
    required(profile);
  return shown(Match.shape.summary, {
    display_name: displayName ?? name ?? null,
    name: name ?? null,
    phone: phone ?? null,
    email: email ?? null,
    birth_date: birthDate ?? null,
    mrn: mrn ?? null,
    canonical_id: canonicalId ?? null,
    external_ids: externalIds,
    last_event_at: toWireTime(lastEventAtMs),
    event_count: eventCount,
    tags,
  });
}
