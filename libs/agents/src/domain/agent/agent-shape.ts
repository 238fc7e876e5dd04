import type { StateShape } from '@svc/kernel';
import type { AgentState } from './agent.js';

/** Of what a snapshot keeps. The compiler demands that it follows each change of the state. */
export const agentShape: StateShape<NonNullable<AgentState>> = {
  agentId: 'string',
  name: 'string',
  createdAtMs: 'number',
  latestVersion: 'number',
  latestDefinition: [
    'nullable',
    {
      initials: 'string',
      identity: {
        name: 'string',
        role: 'string',
        developedBy: 'string',
        defaultSpokenLanguage: 'string',
        relationshipToDeveloper: {
          ownership: 'string',
          type: 'string',
          conversationVisibility: 'string',
          thoughtVisibility: 'string',
        },
      },
      background: 'string',
      behaviors: ['list', 'string'],
      communicationPatterns: ['list', 'string'],
      voiceConfig: ['nullable', { voiceId: 'string' }],
    },
  ],
};
