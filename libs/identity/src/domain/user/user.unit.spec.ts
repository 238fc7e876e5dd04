import { jsonBytes } from '@svc/errors';
import type { Timed } from '@svc/kernel';
import {
  atMs,
  createUser,
  decide,
  given,
  rejection,
  rejectionOf,
  typesOf,
  updateUser,
} from '../../../test/user-commands.js';
import { standardPreferences, type UserPreferences } from '../preferences.js';
import type { UpdateUser, UserCommand } from './user-command.js';
import { userDecider } from './user.js';

/** The limit of one event (libs/event-store). */
const maxPayloadBytes = 65_536;
const preferencesAfter = (
  changes: Partial<UpdateUser>,
  before = standardPreferences,
): UserPreferences | undefined => {
  const [event] = decide(decide([], createUser({ preferences: before })), updateUser(changes));
  return event?.type === 'UserPreferencesChanged' ? event.data.preferences : undefined;
};

describe('creating a user', () => {
  it('then it is recorded, with sensitive variables in their own event', () => {
    const { type: _type, sensitiveVariables: _variables, atMs: createdAtMs, ...data } = createUser();
    expect(given).toEqual([{ type: 'UserCreated', data: { ...data, createdAtMs } }]);
    const variables = { pin: '1234' };
    expect(decide([], createUser({ sensitiveVariables: variables }))[1]).toEqual({
      type: 'SensitiveUserVariablesStored',
      data: { variables },
    });
  });

  it('then the state has the names of sensitive variables, not their values', () => {
    const created = decide([], createUser({ sensitiveVariables: { ssn: '078', pin: '1234' } }));
    const user = created.reduce(userDecider.evolve, userDecider.initialState);
    expect(user).toMatchObject({ sensitiveVariableNames: ['pin', 'ssn'] });
    expect(JSON.stringify(user)).not.toMatch(/078|1234/);
  });

  it.each(['nobody', 'a@b@c', '@b', 'a@', 'a b@c', 'a@b,c', `${'x'.repeat(65)}@demo.test`, 'a@b\u0000'])(
    'when the e-mail address is %j, then it is refused',
    (email) => {
      expect(() => decide([], createUser({ email }))).toThrow(rejection('validation_failed'));
    },
  );

  it('when there are too many variables, then it is refused', () => {
    const variables = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`v_${i}`, '']));
    expect(decide([], createUser({ nonsensitiveVariables: variables(19) }))).toHaveLength(1);
    expect(decide([], createUser({ sensitiveVariables: variables(20) }))).toHaveLength(2);
    expect(() => decide([], createUser({ nonsensitiveVariables: variables(20) }))).toThrow(
      rejectionOf('nonsensitive_user_variables'),
    );
    expect(() => decide([], createUser({ sensitiveVariables: variables(21) }))).toThrow(
      rejectionOf('sensitive_user_variables'),
    );
  });

  it.each([
    ['first_name', { firstName: 'x'.repeat(257) }],
    ['last_name', { lastName: 'x'.repeat(257) }],
    ['nonsensitive_user_variables', { nonsensitiveVariables: { plan: '"'.repeat(8_190) } }],
    ['sensitive_user_variables', { sensitiveVariables: { pin: '"'.repeat(8_190) } }],
  ] as const)('when %s is above its limit, then it is refused', (field, changes) => {
    expect(() => decide([], createUser(changes))).toThrow(rejectionOf(field));
  });

  it('when key terms are above their limits, then it is refused', () => {
    const like = (audioKeyterms: string[]) =>
      createUser({ preferences: { ...standardPreferences, audioKeyterms } });
    expect(() => decide([], like(Array<string>(21).fill('x')))).toThrow(
      rejectionOf('user_preferences', 'audio_keyterms'),
    );
    expect(() => decide([], like(['x'.repeat(101)]))).toThrow(
      rejectionOf('user_preferences', 'audio_keyterms', 0),
    );
  });

  it('when everything is at its limit, then each event can be stored', () => {
    const created = decide(
      [],
      createUser({
        firstName: '\u{1f600}'.repeat(256),
        lastName: '\u{1f600}'.repeat(256),
        preferences: { ...standardPreferences, audioKeyterms: Array<string>(20).fill('\u0001'.repeat(100)) },
        nonsensitiveVariables: { plan: '"'.repeat(8_180) },
      }),
    );
    expect(Math.max(...created.map(({ data }) => jsonBytes(data)))).toBeLessThan(maxPayloadBytes);
  });

  it.each(['x', 'Plan', '1plan', 'my-plan', '', 'x'.repeat(257)])(
    'when a variable is named %j, then it is refused',
    (name) => {
      expect(() => decide([], createUser({ nonsensitiveVariables: { [name]: 'x' } }))).toThrow(
        rejectionOf('nonsensitive_user_variables', name),
      );
    },
  );
});

describe('updating a user', () => {
  it('when profile, preferences and context change, then each is an event of its own', () => {
    const change = updateUser({
      firstName: 'New',
      timezone: { value: 'UTC' },
      additionalContext: ['likes tea'],
    });
    expect(decide(given, change)).toEqual([
      { type: 'UserProfileChanged', data: { firstName: 'New', lastName: null } },
      { type: 'UserPreferencesChanged', data: { preferences: { ...standardPreferences, timezone: 'UTC' } } },
      { type: 'AdditionalContextAdded', data: { number: 1, entry: 'likes tea' } },
    ]);
  });

  it('when nothing differs, then there is no event', () => {
    const same = updateUser({ firstName: 'Uma', lastName: 'User', enableResponseRecommendation: false });
    expect(decide(given, same)).toEqual([]);
    expect(
      decide(given, updateUser({ timezone: { value: null }, preferredLanguage: { value: null } })),
    ).toEqual([]);
  });

  it('when language or time zone has no value, then it is erased; left out, it stays', () => {
    const before = { ...standardPreferences, preferredLanguage: 'deu', timezone: 'UTC' };
    expect(preferencesAfter({ preferredLanguage: { value: null } }, before)).toEqual({
      ...before,
      preferredLanguage: null,
    });
    expect(preferencesAfter({ timezone: { value: null } }, before)).toEqual({ ...before, timezone: null });
    expect(preferencesAfter({ userModelVisibleToAdmins: false }, before)).toEqual({
      ...before,
      userModelVisibleToAdmins: false,
    });
  });

  it('when there are key terms, then they replace the former ones', () => {
    const before = { ...standardPreferences, audioKeyterms: ['old'] };
    expect(preferencesAfter({ audioKeyterms: [] }, before)?.audioKeyterms).toEqual([]);
  });

  it('when one context entry comes twice, then it is added twice', () => {
    const added = [...given, ...decide(given, updateUser({ additionalContext: ['likes tea'] }))];
    expect(decide(added, updateUser({ additionalContext: ['likes tea'] }))).toEqual([
      { type: 'AdditionalContextAdded', data: { number: 2, entry: 'likes tea' } },
    ]);
  });

  it('when fields are broken, then it is refused', () => {
    expect(() => decide(given, updateUser({ firstName: '' }))).toThrow(rejectionOf('first_name'));
    expect(() => decide(given, updateUser({ additionalContext: ['ok', ' '] }))).toThrow(
      rejectionOf('additional_context', 1),
    );
    expect(() => decide(given, updateUser({ preferredLanguage: { value: 'English' } }))).toThrow(
      rejectionOf('preferred_language'),
    );
    expect(() => decide(given, updateUser({ timezone: { value: 'Mars' } }))).toThrow(rejectionOf('timezone'));
    expect(() => decide(given, updateUser({ audioKeyterms: ['One'] }))).toThrow(
      rejectionOf('audio_keyterms', 0),
    );
    expect(() => decide(given, updateUser({ audioKeyterms: ['x'.repeat(101)] }))).toThrow(
      rejectionOf('audio_keyterms', 0),
    );
    expect(() => decide(given, updateUser({ firstName: 'x'.repeat(257) }))).toThrow(
      rejectionOf('first_name'),
    );
  });
});

describe('assigning a role', () => {
  it('then it is recorded, unless the user already has it', () => {
    expect(decide(given, { type: 'AssignRole', roleId: 'role2', atMs })).toEqual([
      { type: 'UserRoleAssigned', data: { roleId: 'role2' } },
    ]);
    expect(decide(given, { type: 'AssignRole', roleId: 'role1', atMs })).toEqual([]);
  });
});

describe('a user who does not exist or is deleted', () => {
  it('then every command but the first does not find them', () => {
    const deleted = [...given, ...decide(given, { type: 'DeleteUser', atMs })];
    expect(typesOf(deleted)).toEqual(['UserCreated', 'UserDeleted']);
    const commands: (UserCommand & Timed)[] = [
      updateUser(),
      { type: 'AssignRole', roleId: 'role2', atMs },
      { type: 'DeleteUser', atMs },
    ];
    for (const past of [[], deleted]) {
      for (const command of commands) expect(() => decide(past, command)).toThrow(rejection('not_found'));
    }
  });
});
