import type { SqlFragment } from '@svc/event-store';
import type { JsonObject } from '@svc/kernel';
import { cutPersonal } from '@svc/sealing';
import { storedEvents } from '../../test/event-samples.js';
import { userDecider } from '../domain/user/user.js';
import type { UserEvent } from '../domain/user/user-event.js';
import { userRows } from '../projections/user-rows.js';
import {
  temporaryGrantDecider,
  type TemporaryGrantEvent,
} from '../domain/temporary-grant/temporary-grant.js';
import { temporaryGrantRows } from '../projections/temporary-grant-rows.js';
import { identityEventTypes, type IdentityEvent } from './event-types.js';

/** The events as they are read after their user's key was destroyed. */
const erased = storedEvents.flatMap(([event]) => {
  const { message, personalFields = [] } = identityEventTypes.byName.get(event.type) ?? {};
  if (!message || personalFields.length === 0) return [];
  const { plain } = cutPersonal(message.toJSON(event.data) as JsonObject, personalFields);
  return [{ type: event.type, data: message.fromJSON(plain) } as IdentityEvent];
});
const isGrant = (event: IdentityEvent): event is TemporaryGrantEvent =>
  event.type === 'TemporaryPermissionGrantCreated';
const ofUser = erased.filter((event) => !isGrant(event)) as UserEvent[];
const ofGrant = erased.filter(isGrant);
const place = { tenantId: 'org:demo', id: 'u1' } as const;
const fold = (events: readonly UserEvent[]) => events.reduce(userDecider.evolve, userDecider.initialState);
const valuesOf = (rows: readonly SqlFragment[]) => rows.flatMap(({ values }) => values);
/** Each personal word in the samples. */
const words = ['Uma', 'uma@demo.test', 'gold', 'pin', '1234', 'Europe', 'blood', 'likes', 'New'];

describe('the events of an erased user', () => {
  it('then there is one of each type that holds personal data', () => {
    const personal = [...identityEventTypes.byName].filter(([, type]) => type.personalFields?.length);
    expect(new Set(erased.map(({ type }) => type))).toEqual(new Set(personal.map(([type]) => type)));
  });

  it('then they fold to a user with only the data that is not personal', () => {
    const user = fold(ofUser);
    expect(user).toMatchObject({
      firstName: '',
      email: '',
      roleId: 'r1',
      nonsensitiveVariables: {},
      sensitiveVariableNames: [],
      preferences: { timezone: null, audioKeyterms: [], userModelVisibleToAdmins: true },
      additionalContext: { entries: 1, characters: 0 },
    });
    for (const word of words) expect(JSON.stringify(user)).not.toContain(word);
  });

  it('then they make rows with nothing to seal, and no rows once the deletion is among them', () => {
    const change = { ...place, before: userDecider.initialState, events: ofUser };
    const rows = userRows({ ...change, after: fold(ofUser) });
    for (const word of words) expect(JSON.stringify(valuesOf(rows))).not.toContain(word);
    // What has to be sealed would be an object here.
    for (const value of valuesOf(rows)) expect(value === null || typeof value !== 'object').toBe(true);
    const deleted: UserEvent[] = [...ofUser, { type: 'UserDeleted', data: {} }];
    const removals = userRows({ ...change, events: deleted, after: fold(deleted) });
    for (const { text } of removals) expect(text).toMatch(/^DELETE FROM identity\.user_/);
  });

  it('then a grant of theirs has a row without its justification', () => {
    const after = ofGrant.reduce(temporaryGrantDecider.evolve, temporaryGrantDecider.initialState);
    expect(after).toMatchObject({ justification: '', tags: { ticket: '4711' } });
    const rows = temporaryGrantRows({ ...place, id: 'g', before: null, after, events: ofGrant });
    expect(JSON.stringify(valuesOf(rows))).not.toContain('went wrong');
  });
});
