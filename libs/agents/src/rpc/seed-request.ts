import { validationError } from '@svc/errors';
import { z } from 'zod';
import type { DefinitionsToSeed } from '../application/seed-definitions.js';
import type { AgentDefinitionChanges } from '../domain/agent/agent-definition.js';
import { parseJson } from './request-parts.js';

/** The body of a new agent version as in its HTTP route. Absent and null both mean not given. */
const agentVersionBody = z.strictObject({
  initials: z.string().nullish(),
  identity: z
    .strictObject({
      name: z.string(),
      role: z.string(),
      developed_by: z.string(),
      default_spoken_language: z.string(),
      relationship_to_developer: z.strictObject({
        ownership: z.string(),
        type: z.string(),
        conversation_visibility: z.string(),
        thought_visibility: z.string(),
      }),
    })
    .nullish(),
  background: z.string().nullish(),
  behaviors: z.array(z.string()).nullish(),
  communication_patterns: z.array(z.string()).nullish(),
  voice_config: z.strictObject({ voice_id: z.string() }).nullish(),
});

const seedBody = z.strictObject({
  agent: z.strictObject({ agent_name: z.string(), version: agentVersionBody }),
  context_graph: z.strictObject({ state_machine_name: z.string(), version: z.unknown() }),
  service: z.strictObject({
    name: z.string(),
    description: z.string(),
    tags: z.record(z.string(), z.string().nullable()).default({}),
    keyterms: z.array(z.string()).default([]),
  }),
});

/** @throws DomainError `validation_failed` naming each broken field. */
export function definitionsToSeed(json: string): DefinitionsToSeed {
  const parsed = seedBody.safeParse(parseJson(json));
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message, code }) => ({
      loc: ['body', ...path.map((part) => (typeof part === 'symbol' ? String(part) : part))],
      msg: message,
      type: code,
    }));
    throw validationError(faults);
  }
  const { agent, context_graph: graph, service } = parsed.data;
  return {
    agent: { name: agent.agent_name, version: changesOf(agent.version) },
    contextGraph: { name: graph.state_machine_name, version: graph.version },
    service: {
      ...service,
      tags: Object.entries(service.tags).map(([key, value]) => ({ key, value })),
    },
  };
}

function changesOf(body: z.infer<typeof agentVersionBody>): AgentDefinitionChanges {
  const { identity, voice_config: voice } = body;
  return {
    initials: body.initials ?? null,
    identity: identity
      ? {
          name: identity.name,
          role: identity.role,
          developedBy: identity.developed_by,
          defaultSpokenLanguage: identity.default_spoken_language,
          relationshipToDeveloper: {
            ownership: identity.relationship_to_developer.ownership,
            type: identity.relationship_to_developer.type,
            conversationVisibility: identity.relationship_to_developer.conversation_visibility,
            thoughtVisibility: identity.relationship_to_developer.thought_visibility,
          },
        }
      : null,
    background: body.background ?? null,
    behaviors: body.behaviors ?? null,
    communicationPatterns: body.communication_patterns ?? null,
    voiceConfig: voice ? { voiceId: voice.voice_id } : null,
  };
}
