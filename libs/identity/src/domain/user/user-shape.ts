import type { StateShape } from '@svc/kernel';
import type { ExistingUser } from './user.js';

/** The shape of a snapshot. The compiler demands that it follows each change of the state. */
export const userShape: StateShape<ExistingUser> = {
  firstName: 'string',
  lastName: 'string',
  email: 'string',
  roleId: 'string',
  preferences: {
    enableResponseRecommendation: 'boolean',
    preferredLanguage: 'string?',
    conversationsVisibleToAdmins: 'boolean',
    userModelVisibleToAdmins: 'boolean',
    timezone: 'string?',
    audioKeyterms: ['list', 'string'],
  },
  nonsensitiveVariables: ['map', 'string'],
  sensitiveVariableNames: ['list', 'string'],
  createdAtMs: 'number',
  additionalContext: { entries: 'number', characters: 'number' },
};
