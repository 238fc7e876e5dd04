import { AgentVersionBody, AgentVersionChanges } from '@svc/definitions/classic';
import { answerShape } from '@svc/definitions/schema';
import { z } from 'zod';
import { named } from '../../wire/documented.js';
import { oid } from '../../wire/query.js';
import { shown } from '../../wire/shown.js';
import { defineResource } from '../definition/definition-resource.js';
import { fromVersion, versionKeys } from '../definition/definition-schemas.js';

const AgentVersion = named(
  'AgentVersion',
  z.strictObject({ ...versionKeys, agent_id: oid, ...answerShape(AgentVersionBody) }),
);

export const agentResource = defineResource({
  kind: 'agent',
  path: 'agent',
  idName: 'agent_id',
  words: { any: 'an agent', many: 'agents', schema: 'Agent' },
  permissions: {
    view: 'Organization:GetAgent',
    create: 'Organization:CreateAgent',
    createVersion: 'Organization:CreateAgentVersion',
    delete: 'Organization:DeleteAgent',
  },
  keys: { name: 'agent_name', list: 'agents', versions: 'agent_versions' },
  page: [1, 20, 10],
  version: {
    schema: AgentVersionChanges,
    example: {
      initials: 'MA',
      identity: {
        name: 'Mara',
        role: 'front desk assistant',
        developed_by: 'the team of the library',
        default_spoken_language: 'eng',
        relationship_to_developer: {
          ownership: 'owned by the library',
          type: 'assistant',
          conversation_visibility: 'visible to the library',
          thought_visibility: 'hidden',
        },
      },
      background: 'Knows the library well.',
      behaviors: ['Listens first.'],
      communication_patterns: ['Short sentences.'],
      voice_config: { voice_id: 'warm' },
    },
    answer: AgentVersion,
    show: (version, body: z.output<typeof AgentVersionBody>, orgId) =>
      shown(AgentVersion, {
        ...fromVersion(version, orgId),
        agent_id: version.definitionId,
        ...body,
      }),
  },
});
