import { ServiceBody as ClassicService } from '@svc/definitions/classic';
import { ServiceBody as PlatformService } from '@svc/definitions/platform';
import { DomainError, FieldChecks, jsonBytes } from '@svc/errors';
import type { JsonObject, JsonValue } from '@svc/kernel';
import {
  edgeVersionSet,
  latestVersions,
  releaseVersionSet,
  serviceParts,
  serviceSummary,
} from '../domain/service/service-body.js';
import { parsed } from './bodies.js';
import { checkVendors } from './check-vendors.js';
import type { DefinitionKind, DraftBody, KindFacts, Reference } from './definition-kind.js';
import { workspacePermissionsOf } from './workspace-permissions-of.js';

/** A set is copied into each conversation that begins with it. */
const maxVersionSetBytes = 4 * 1024;
/** A page of a list holds up to two hundred of them. */
const maxBodyBytes = 128 * 1024;

const listing = { filters: ['is_active'], hasTags: true } as const;

export const serviceKind: DefinitionKind = {
  kind: 'service',
  holdsName: (summary) => summary['is_active'] === true,
  classic: {
    ...listing,
    permissions: {
      view: 'Service:GetService',
      create: 'Service:CreateService',
      update: 'Service:UpdateService',
      newVersionSet: 'Service:CreateVersionSet',
      changeVersionSet: 'Service:UpdateVersionSet',
      deleteVersionSet: 'Service:DeleteVersionSet',
    },
    name: { field: 'name' },
    sorts: { is_active: `(d.summary ->> 'is_active')::boolean` },
    body: (given, facts) => {
      const { version_sets: sets, ...body } = parsed(ClassicService, given);
      const complete = { [releaseVersionSet]: latestVersions, ...sets, [edgeVersionSet]: latestVersions };
      return draftOf({ ...body, version_sets: complete }, facts);
    },
    references: (body) => referencesOf(body, true),
  },
  platform: {
    ...listing,
    permissions: {
      ...workspacePermissionsOf('Service'),
      newVersionSet: 'Service.update',
      changeVersionSet: 'Service.update',
    },
    name: { field: 'name' },
    body: (given, facts) => {
      const body = parsed(PlatformService, given);
      checkVendors(body.voice_config, facts.vendorNames);
      return draftOf(body as JsonObject, facts);
    },
    references: (body) => referencesOf(body, false),
  },
};

function draftOf(given: JsonObject, { modelNames }: KindFacts): DraftBody {
  const tags = serviceParts(given).tags.toSorted((one, other) => (one.key < other.key ? -1 : 1));
  const body = { ...given, tags: tags as unknown as JsonValue };
  const checks = new FieldChecks().atMostBytes(['body'], jsonBytes(body), maxBodyBytes);
  for (const [name, set] of Object.entries(serviceParts(body).version_sets)) {
    checks.atMostBytes(['body', 'version_sets', name], jsonBytes(set), maxVersionSetBytes);
    for (const { llm_name: model } of Object.values(set.llm_model_preferences)) {
      if (modelNames !== null && !modelNames.has(model))
        throw new DomainError('invalid_request', `There is no model named ${model}.`);
    }
  }
  checks.verify();
  return { body, summary: serviceSummary(body) };
}

/** Agent and graph, and the versions that its sets pin. */
function referencesOf(body: JsonObject, needsVersion: boolean): readonly Reference[] {
  const { agent_id: agent, context_graph_id: graph, version_sets: sets } = serviceParts(body);
  return [
    { kind: 'agent', id: agent, loc: ['body', 'agent_id'], version: null, needsVersion },
    { kind: 'context_graph', id: graph, loc: ['body', 'context_graph_id'], version: null, needsVersion },
    ...Object.entries(sets).flatMap(([name, set]): Reference[] => {
      const at = (field: string) => ['body', 'version_sets', name, field];
      return [
        {
          kind: 'agent',
          id: agent,
          loc: at('agent_version_number'),
          version: set.agent_version_number,
        },
        {
          kind: 'context_graph',
          id: graph,
          loc: at('context_graph_version_number'),
          version: set.context_graph_version_number,
        },
      ];
    }),
  ];
}
