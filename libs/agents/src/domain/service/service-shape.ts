import type { StateShape } from '@svc/kernel';
import type { ServiceState } from './service.js';

/** Of what a snapshot keeps. The compiler demands that it follows each change of the state. */
export const serviceShape: StateShape<NonNullable<ServiceState>> = {
  serviceId: 'string',
  name: 'string',
  description: 'string',
  isActive: 'boolean',
  agentId: 'string',
  contextGraphId: 'string',
  tags: ['list', { key: 'string', value: 'string?' }],
  keyterms: ['list', 'string'],
  versionSets: [
    'list',
    {
      name: 'string',
      versionSet: {
        agentVersionNumber: 'number?',
        contextGraphVersionNumber: 'number?',
        llmModelPreferences: [
          'list',
          { interactionName: 'string', llmName: 'string', params: ['map', 'json?'] },
        ],
      },
    },
  ],
  creator: { orgId: 'string', userId: 'string' },
  createdAtMs: 'number',
  updatedBy: { orgId: 'string', userId: 'string' },
};
