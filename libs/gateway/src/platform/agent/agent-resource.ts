import { AgentBody, AgentVersionBody } from '@svc/definitions/platform';
import { answerShape, nameText, updateOf } from '@svc/definitions/schema';
import { z } from 'zod';
import { named } from '../../wire/documented.js';
import { shown } from '../../wire/shown.js';
import { definitionKeys, definitionTimes, fromDefinition } from '../definition/definition-wire.js';
import { defineResource } from '../definition/definition-resource.js';
import { fromVersion, versionKeys } from '../definition/version-wire.js';
import { uuid } from '../uuid.js';

const create = z.object({ name: nameText, ...AgentBody.shape });

const Agent = named(
  'AgentResponse',
  z.strictObject({
    ...definitionKeys,
    ...answerShape(AgentBody),
    latest_version: z.int(),
    ...definitionTimes,
  }),
);

const AgentVersion = named(
  'AgentVersionResponse',
  z.strictObject({ ...versionKeys, agent_id: uuid, ...answerShape(AgentVersionBody) }),
);

const identity = {
  name: 'Mara',
  role: 'appointment assistant',
  developed_by: 'the clinic',
  default_spoken_language: 'eng',
};

export const agentResource = defineResource({
  kind: 'agent',
  path: 'agents',
  idName: 'agent_id',
  words: { one: 'agent', many: 'agents', any: 'an agent', schema: 'Agent' },
  permissions: {
    view: 'Agent.view',
    create: 'Agent.create',
    update: 'Agent.update',
    delete: 'Agent.delete',
  },
  nameKey: 'name',
  create: named('CreateAgentRequest', create),
  update: named('UpdateAgentRequest', updateOf(create)),
  examples: { create: { name: 'Front desk' }, update: { description: 'Answers the phone.' } },
  answer: Agent,
  show: (definition, body: z.output<typeof AgentBody>, workspaceId) =>
    shown(Agent, {
      ...fromDefinition(definition, workspaceId),
      ...body,
      latest_version: definition.latestVersion,
    }),
  versions: {
    create: named('CreateAgentVersionRequest', AgentVersionBody),
    example: { name: 'Mara', identity },
    answer: AgentVersion,
    show: (version, body: AgentVersionBody, workspaceId) =>
      shown(AgentVersion, { ...fromVersion(version, workspaceId), agent_id: version.definitionId, ...body }),
  },
});
