import { standardPreferences, type UserPreferences } from '../preferences.js';
import { userDecider, type CreateUser, type UpdateUser, type UserCommand, type UserEvent } from './user.js';

const nowMs = 1_700_000_000_000;
const createUser = (changes: Partial<CreateUser> = {}): CreateUser => ({
  type: 'CreateUser',
  userId: 'u1',
  firstName: 'Uma',
  lastName: 'User',
  email: 'uma@demo.test',
  roleId: 'role1',
  preferences: standardPreferences,
  nonsensitiveVariables: { plan: 'gold' },
  sealedVariables: {},
  nowMs,
  ...changes,
});
const updateUser = (changes: Partial<UpdateUser> = {}): UpdateUser => ({
  type: 'UpdateUser',
  additionalContext: [],
  ...changes,
});
const decide = (past: readonly UserEvent[], when: UserCommand): readonly UserEvent[] =>
  userDecider.decide(past.reduce(userDecider.evolve, userDecider.initialState), when);
const given = decide([], createUser());
const typesOf = (events: readonly UserEvent[]): readonly string[] => events.map(({ type }) => type);
const refusal = (code: string): Error => expect.objectContaining({ code }) as Error;
const refusalOf = (...place: (string | number)[]): Error =>
  expect.objectContaining({ fields: [expect.objectContaining({ loc: ['body', ...place] })] }) as Error;
const preferencesAfter = (
  changes: Partial<UpdateUser>,
  before = standardPreferences,
): UserPreferences | undefined => {
  const [event] = decide(decide([], createUser({ preferences: before })), updateUser(changes));
  return event?.type === 'UserPreferencesChanged' ? event.data.preferences : undefined;
};

describe('creating a user', () => {
  it('then it is recorded, sealed variables apart from the rest', () => {
    const { type: _type, sealedVariables: _sealed, nowMs: createdAtMs, ...data } = createUser();
    expect(given).toEqual([{ type: 'UserCreated', data: { ...data, createdAtMs } }]);
    const sealedVariables = { pin: 'c2VhbGVk' };
    expect(decide([], createUser({ sealedVariables }))[1]).toEqual({
      type: 'SensitiveUserVariablesStored',
      data: { variables: sealedVariables },
    });
  });

  it.each(['nobody', 'a@b@c', '@b', 'a@', 'a b@c', 'a@b,c', `${'x'.repeat(65)}@demo.test`, 'a@b\u0000'])(
    'when the e-mail address is %j, then it is refused',
    (email) => {
      expect(() => decide([], createUser({ email }))).toThrow(refusal('validation_failed'));
    },
  );

  it('when there are too many variables, then it is refused', () => {
    const variables = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`v_${i}`, '']));
    expect(decide([], createUser({ nonsensitiveVariables: variables(19) }))).toHaveLength(1);
    expect(decide([], createUser({ sealedVariables: variables(20) }))).toHaveLength(2);
    expect(() => decide([], createUser({ nonsensitiveVariables: variables(20) }))).toThrow(
      refusalOf('nonsensitive_user_variables'),
    );
    expect(() => decide([], createUser({ sealedVariables: variables(21) }))).toThrow(
      refusalOf('sensitive_user_variables'),
    );
  });

  it.each(['x', 'Plan', '1plan', 'my-plan', '', 'x'.repeat(257)])(
    'when a variable is named %j, then it is refused',
    (name) => {
      expect(() => decide([], createUser({ nonsensitiveVariables: { [name]: 'x' } }))).toThrow(
        refusalOf('nonsensitive_user_variables', name),
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
      { type: 'UserProfileChanged', data: { firstName: 'New', lastName: undefined } },
      { type: 'UserPreferencesChanged', data: { preferences: { ...standardPreferences, timezone: 'UTC' } } },
      { type: 'UserContextAdded', data: { entries: ['likes tea'] } },
    ]);
  });

  it('when all is as it was, then nothing happens', () => {
    const same = updateUser({ firstName: 'Uma', lastName: 'User', enableResponseRecommendation: false });
    expect(decide(given, same)).toEqual([]);
    expect(decide(given, updateUser({ timezone: {}, preferredLanguage: {} }))).toEqual([]);
  });

  it('when language or time zone comes without a value, then it is erased, and left out it stays', () => {
    const before = { ...standardPreferences, preferredLanguage: 'deu', timezone: 'UTC' };
    expect(preferencesAfter({ preferredLanguage: {} }, before)).toEqual({
      ...before,
      preferredLanguage: undefined,
    });
    expect(preferencesAfter({ timezone: {} }, before)).toEqual({ ...before, timezone: undefined });
    expect(preferencesAfter({ userModelVisibleToAdmins: false }, before)).toEqual({
      ...before,
      userModelVisibleToAdmins: false,
    });
  });

  it('when key terms come, then they replace those before', () => {
    const before = { ...standardPreferences, audioKeyterms: ['old'] };
    expect(preferencesAfter({ audioKeyterms: [] }, before)?.audioKeyterms).toEqual([]);
  });

  it('when one context entry comes twice, then it is added twice', () => {
    const added = [...given, ...decide(given, updateUser({ additionalContext: ['likes tea'] }))];
    expect(decide(added, updateUser({ additionalContext: ['likes tea'] }))).toEqual([
      { type: 'UserContextAdded', data: { entries: ['likes tea'] } },
    ]);
  });

  it('when fields are broken, then it is refused', () => {
    expect(() => decide(given, updateUser({ firstName: '' }))).toThrow(refusalOf('first_name'));
    expect(() => decide(given, updateUser({ additionalContext: ['ok', ' '] }))).toThrow(
      refusalOf('additional_context', 1),
    );
    expect(() => decide(given, updateUser({ preferredLanguage: { value: 'English' } }))).toThrow(
      refusalOf('preferred_language'),
    );
    expect(() => decide(given, updateUser({ timezone: { value: 'Mars' } }))).toThrow(refusalOf('timezone'));
    expect(() => decide(given, updateUser({ audioKeyterms: ['One'] }))).toThrow(
      refusalOf('audio_keyterms', 0),
    );
  });
});

describe('assigning a role', () => {
  it('then it is recorded, unless the user has it', () => {
    expect(decide(given, { type: 'AssignRole', roleId: 'role2' })).toEqual([
      { type: 'UserRoleAssigned', data: { roleId: 'role2' } },
    ]);
    expect(decide(given, { type: 'AssignRole', roleId: 'role1' })).toEqual([]);
  });
});

describe('a user who does not exist or is deleted', () => {
  it('then no command but the first finds them', () => {
    const deleted = [...given, ...decide(given, { type: 'DeleteUser' })];
    expect(typesOf(deleted)).toEqual(['UserCreated', 'UserDeleted']);
    const commands: UserCommand[] = [
      updateUser(),
      { type: 'AssignRole', roleId: 'role2' },
      { type: 'DeleteUser' },
    ];
    for (const past of [[], deleted]) {
      for (const command of commands) expect(() => decide(past, command)).toThrow(refusal('not_found'));
    }
  });
});
