import {
  checkedSurfaceValue,
  isEmptyValue,
  missingFieldsOf,
  takesValue,
  valuesOf,
  type SurfaceSpec,
  type SurfaceValue,
} from '@svc/engine';
import { DomainError, FieldChecks } from '@svc/errors';
import { canonicalJson, type Decider, type Timed } from '@svc/kernel';
import {
  evolveSurface,
  unreportedEnd,
  givenValues,
  isOpenSurface,
  specOf,
  type Surface,
  type SurfaceState,
} from './surface.js';
import type { SurfaceCreated, SurfaceEvent } from './surface-event.js';

/** Each delivery makes one. */
export const maxLinks = 20;
/** The log keeps them all. */
export const maxSaves = 1_000;
/** What the values of a form may have together, in UTF-16 code units: each request reads them. */
export const maxValuesLength = 1_000_000;
const maxReasonCharacters = 2_000;

export type SurfaceCommand =
  | {
      readonly type: 'CreateSurface';
      readonly surface: Omit<SurfaceCreated, 'createdAtMs' | 'expiresAtMs'>;
      readonly expiresInMs: number;
      /** Null: its first delivery makes the first link. */
      readonly tokenHash: string | null;
      /** No form can be made of what was asked for: it is archived at once. */
      readonly isInvalid: boolean;
    }
  | { readonly type: 'DeliverSurface'; readonly channelAddress: string; readonly tokenHash: string }
  | {
      readonly type: 'ReviewSurface';
      readonly decision: 'approved' | 'rejected';
      readonly reason: string | null;
      readonly reviewedBy: string;
    }
  | { readonly type: 'OpenSurface' }
  | { readonly type: 'SaveField'; readonly key: string; readonly value: unknown }
  | { readonly type: 'SubmitSurface' }
  | { readonly type: 'ExpireSurface' }
  | { readonly type: 'ArchiveSurface' }
  | { readonly type: 'NoteReport' };

type Of<Type extends SurfaceCommand['type']> = Extract<SurfaceCommand, { type: Type }> & Timed;

/** Rules of a surface's life. Errors: see SurfacesService. */
export const surfaceDecider: Decider<SurfaceState, SurfaceCommand & Timed, SurfaceEvent> = {
  initialState: null,
  decide(state, command) {
    if (command.type === 'CreateSurface') return create(command);
    if (state === null) throw surfaceNotFound();
    switch (command.type) {
      case 'DeliverSurface':
        return deliver(state, command);
      case 'ReviewSurface':
        return review(state, command);
      case 'OpenSurface':
        return open(state, command);
      case 'SaveField':
        return save(state, command);
      case 'SubmitSurface':
        return submit(state, command);
      case 'ExpireSurface':
        return expire(state, command);
      case 'ArchiveSurface':
        return archive(state, command, 'withdrawn');
      case 'NoteReport':
        return report(state, command);
    }
  },
  evolve: evolveSurface,
};

function surfaceNotFound(): DomainError {
  return new DomainError('not_found', 'There is no surface with this id.');
}

/** @throws DomainError `not_found` */
export function existingSurface(state: SurfaceState): Surface {
  if (state === null) throw surfaceNotFound();
  return state;
}

export function invalidLink(): DomainError {
  return new DomainError('invalid_link', 'This link opens nothing. Ask for a new one.');
}

export function linkExpired(): DomainError {
  return new DomainError('link_expired', 'This form can no longer be filled in.');
}

function create({
  surface,
  expiresInMs,
  tokenHash,
  isInvalid,
  atMs,
}: Of<'CreateSurface'>): readonly SurfaceEvent[] {
  const data = { ...surface, createdAtMs: atMs, expiresAtMs: atMs + expiresInMs };
  const { surfaceId, entityId } = surface;
  const over = { surfaceId, entityId, reason: 'invalid' as const, archivedAtMs: atMs };
  return [
    { type: 'SurfaceCreated', data },
    ...(tokenHash === null ? [] : [link(tokenHash, atMs)]),
    ...(isInvalid ? [{ type: 'SurfaceArchived' as const, data: over }] : []),
  ];
}

function link(tokenHash: string, madeAtMs: number): SurfaceEvent {
  return { type: 'SurfaceLinkMade', data: { tokenHash, madeAtMs } };
}

/** One that waits for its review is not delivered, which is no error. */
function deliver(
  state: Surface,
  { channelAddress, tokenHash, atMs }: Of<'DeliverSurface'>,
): readonly SurfaceEvent[] {
  new FieldChecks().text(['body', 'channel_address'], channelAddress, 256).verify();
  if (!isOpenSurface(state) || atMs >= state.expiresAtMs || specOf(state) === null)
    throw conflict(`The surface is ${isOpenSurface(state) ? 'expired' : state.status}: it is not delivered.`);
  if (state.status === 'pending_review') return [];
  const { channel } = state;
  if (channel !== 'web')
    throw conflict(
      `No provider is set up for the channel ${channel}: only surfaces of the channel web are delivered, by the link in the answer.`,
    );
  if (state.links.length >= maxLinks) throw conflict(`A surface has at most ${maxLinks} links.`);
  const delivered = { ...ofSurface(state), channel, channelAddress, deliveredAtMs: atMs };
  return [link(tokenHash, atMs), { type: 'SurfaceDelivered', data: delivered }];
}

function review(
  state: Surface,
  { decision, reason, reviewedBy, atMs }: Of<'ReviewSurface'>,
): readonly SurfaceEvent[] {
  const loc = ['body', 'reason'];
  new FieldChecks()
    .storable(loc, reason ?? '')
    .atMostCharacters(loc, reason ?? '', maxReasonCharacters)
    .verify();
  if (state.status !== 'pending_review') throw conflict('The surface waits for no review, or no longer.');
  const data = { ...ofSurface(state), decision, reason, reviewedBy, reviewedAtMs: atMs };
  const reviewed: SurfaceEvent = { type: 'SurfaceReviewed', data };
  if (decision === 'approved') return [reviewed];
  return [reviewed, ...archive(state, { atMs }, 'rejected')];
}

function open(state: Surface, { atMs }: Of<'OpenSurface'>): readonly SurfaceEvent[] {
  fillable(state, atMs);
  const isFirst = state.openedAtMs === null && state.status !== 'partial';
  return isFirst ? [{ type: 'SurfaceOpened', data: { ...ofSurface(state), openedAtMs: atMs } }] : [];
}

function save(state: Surface, { key, value: given, atMs }: Of<'SaveField'>): readonly SurfaceEvent[] {
  const spec = fillable(state, atMs);
  const field = spec.fields.find((one) => one.key === key && takesValue(one));
  const checks = new FieldChecks();
  if (field === undefined) {
    checks.refuse(['path', 'key'], 'must be the key of a field that takes a value', 'value_error').verify();
    return [];
  }
  let value: SurfaceValue | null = null;
  if (!isEmptyValue(given)) {
    const checked = checkedSurfaceValue(field, given);
    if ('value' in checked) value = checked.value;
    else checks.refuse(['body', 'value'], checked.reason, 'value_error');
  }
  checks.verify();
  const valueJson = canonicalJson(value);
  const has = Object.hasOwn(state.saved, key) && canonicalJson(state.saved[key] ?? null) === valueJson;
  if (has) return [];
  if (state.saves >= maxSaves) throw conflict('The form was changed too often.');
  const { [key]: _before, ...others } = state.saved;
  if (value !== null && lengthOf([...Object.values(others), value]) > maxValuesLength)
    throw conflict('The form holds as much as it can: shorten what was filled in.');
  return [
    { type: 'SurfaceFieldSaved', data: { ...ofSurface(state), fieldKey: key, valueJson, savedAtMs: atMs } },
  ];
}

function lengthOf(values: readonly (SurfaceValue | null)[]): number {
  return values.reduce((sum: number, value) => sum + String(value ?? '').length, 0);
}

function submit(state: Surface, { atMs }: Of<'SubmitSurface'>): readonly SurfaceEvent[] {
  const spec = fillable(state, atMs);
  const checks = new FieldChecks();
  for (const { key } of missingFieldsOf(spec, valuesOf(spec, state.saved)))
    checks.refuse(['fields', key], 'is required', 'missing');
  checks.verify();
  const fieldsSubmitted = Object.keys(givenValues(spec, state));
  return [{ type: 'SurfaceSubmitted', data: { ...ofSurface(state), fieldsSubmitted, submittedAtMs: atMs } }];
}

function expire(state: Surface, { atMs }: Of<'ExpireSurface'>): readonly SurfaceEvent[] {
  if (!isOpenSurface(state) || atMs < state.expiresAtMs) return [];
  return [{ type: 'SurfaceExpired', data: { ...ofSurface(state), expiredAtMs: atMs } }];
}

function archive(state: Surface, { atMs }: Timed, reason: 'withdrawn' | 'rejected'): readonly SurfaceEvent[] {
  if (state.status === 'archived') throw conflict('The surface is archived already.');
  return [{ type: 'SurfaceArchived', data: { ...ofSurface(state), reason, archivedAtMs: atMs } }];
}

function report(state: Surface, { atMs }: Of<'NoteReport'>): readonly SurfaceEvent[] {
  if (unreportedEnd(state) === null) return [];
  return [{ type: 'SurfaceReported', data: { surfaceId: state.surfaceId, reportedAtMs: atMs } }];
}

/** @throws DomainError where whoever has a link can do nothing (more) with it */
function fillable(state: Surface, atMs: number): SurfaceSpec {
  const spec = specOf(state);
  if (state.status === 'completed' && spec !== null)
    throw new DomainError('already_submitted', 'This form was submitted already.');
  const isOver = !isOpenSurface(state) || state.status === 'pending_review' || atMs >= state.expiresAtMs;
  if (isOver || spec === null) throw linkExpired();
  return spec;
}

function ofSurface({ surfaceId, entityId }: Surface) {
  return { surfaceId, entityId };
}

function conflict(message: string): DomainError {
  return new DomainError('conflict', message);
}
