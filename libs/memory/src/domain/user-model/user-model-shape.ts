import type { StateShape } from '@svc/kernel';
import type { UserModel } from './user-model.js';

const statement = {
  content: 'string',
  insightIds: ['list', 'string'],
  firstSaidAtMs: 'number',
  lastSaidAtMs: 'number',
  recordedAtMs: 'number',
} as const;

/** Of what a snapshot keeps. The compiler enforces that it follows each change of the state. */
export const userModelShape: StateShape<UserModel> = {
  entries: [
    'list',
    {
      ...statement,
      key: 'string',
      dimensions: ['list', { description: 'string', tags: ['list', 'string'] }],
      history: ['list', { ...statement, supersededAtMs: 'number' }],
    },
  ],
};
