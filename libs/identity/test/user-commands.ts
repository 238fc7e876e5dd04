import type { Timed } from '@svc/kernel';
import { standardPreferences } from '../src/domain/preferences.js';
import type { CreateUser, UpdateUser, UserCommand } from '../src/domain/user/user-command.js';
import type { UserEvent } from '../src/domain/user/user-event.js';
import { userDecider } from '../src/domain/user/user.js';

export const atMs = 1_700_000_000_000;
export const createUser = (changes: Partial<CreateUser> = {}): CreateUser & Timed => ({
  type: 'CreateUser',
  userId: 'u1',
  firstName: 'Uma',
  lastName: 'User',
  email: 'uma@demo.test',
  roleId: 'role1',
  preferences: standardPreferences,
  nonsensitiveVariables: { plan: 'gold' },
  sensitiveVariables: {},
  atMs,
  ...changes,
});
export const updateUser = (changes: Partial<UpdateUser> = {}): UpdateUser & Timed => ({
  type: 'UpdateUser',
  firstName: null,
  lastName: null,
  enableResponseRecommendation: null,
  conversationsVisibleToAdmins: null,
  userModelVisibleToAdmins: null,
  preferredLanguage: null,
  timezone: null,
  audioKeyterms: null,
  additionalContext: [],
  atMs,
  ...changes,
});
export const decide = (past: readonly UserEvent[], when: UserCommand & Timed): readonly UserEvent[] =>
  userDecider.decide(past.reduce(userDecider.evolve, userDecider.initialState), when);
export const given = decide([], createUser());
export const typesOf = (events: readonly UserEvent[]): readonly string[] => events.map(({ type }) => type);
export const rejection = (code: string): Error => expect.objectContaining({ code }) as Error;
export const rejectionOf = (...place: (string | number)[]): Error =>
  expect.objectContaining({ fields: [expect.objectContaining({ loc: ['body', ...place] })] }) as Error;
