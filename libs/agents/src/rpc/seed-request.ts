import { validate } from '@svc/http';
import type { JsonObject } from '@svc/kernel';
import { z } from 'zod';
import type { DefinitionsToSeed } from '../application/seed-definitions.js';
import { parseJson } from './request-parts.js';

/** Bodies of the surface that the tenant is on, checked by the use cases. */
const body = z.record(z.string(), z.custom<JsonObject[string]>());

const seedBody = z.strictObject({
  agent: z.strictObject({ agent_name: z.string(), version: body }),
  context_graph: z.strictObject({ state_machine_name: z.string(), version: body }),
  service: z.strictObject({
    name: z.string(),
    description: z.string(),
    tags: z.record(z.string(), z.string().nullable()).default({}),
    keyterms: z.array(z.string()).default([]),
  }),
});

/** @throws DomainError `validation_failed` naming each broken field. */
export function definitionsToSeed(json: string): DefinitionsToSeed {
  const { agent, context_graph: graph, service } = validate(seedBody, parseJson(json), ['body']);
  const { name, tags, ...rest } = service;
  return {
    agent: { name: agent.agent_name, version: agent.version },
    contextGraph: { name: graph.state_machine_name, version: graph.version },
    service: { name, body: { ...rest, tags: Object.entries(tags).map(([key, value]) => ({ key, value })) } },
  };
}
