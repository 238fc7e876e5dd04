import { AgentVersionChanges, type AgentVersionBody as ClassicVersion } from '@svc/definitions/classic';
import { AgentBody, AgentVersionBody } from '@svc/definitions/platform';
import { DomainError } from '@svc/errors';
import type { JsonObject } from '@svc/kernel';
import { bodyBy, noBody, parsed } from './bodies.js';
import { checkVendors } from './check-vendors.js';
import type { DefinitionKind, DraftVersion, PreviousVersion, VersionFacts } from './definition-kind.js';
import { usedByActiveService } from './used-by-service.js';
import { workspacePermissionsOf } from './workspace-permissions-of.js';

export const agentKind: DefinitionKind = {
  kind: 'agent',
  classic: {
    permissions: {
      view: 'Organization:GetAgent',
      create: 'Organization:CreateAgent',
      retire: 'Organization:DeleteAgent',
      firstVersion: 'Organization:CreateAgentVersion',
      nextVersion: 'Organization:CreateAgentVersion',
    },
    name: { field: 'agent_name' },
    body: noBody,
    versions: { body: withCarriedOver },
    usedBy: [usedByActiveService('agent')],
  },
  platform: {
    permissions: workspacePermissionsOf('Agent'),
    name: { field: 'name' },
    body: bodyBy(AgentBody),
    versions: { body: withKnownVendors },
  },
};

/** @throws DomainError `validation_failed` */
function withKnownVendors(
  given: JsonObject,
  _previous: PreviousVersion | null,
  { vendorNames }: VersionFacts,
): DraftVersion {
  const body = parsed(AgentVersionBody, given);
  checkVendors(body.voice_config, vendorNames);
  return { body: body as JsonObject, summary: {}, references: [] };
}

const required = [
  'initials',
  'identity',
  'background',
  'behaviors',
  'communication_patterns',
] as const satisfies readonly (keyof ClassicVersion)[];

/**
 * What is not given carries over from the version before; only the voice is optional.
 * @throws DomainError `invalid_request` when the first version leaves something out
 */
function withCarriedOver(given: JsonObject, previous: PreviousVersion | null): DraftVersion {
  const changes = Object.entries(parsed(AgentVersionChanges, given)).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  const body = { voice_config: null, ...previous?.body, ...Object.fromEntries(changes) } as JsonObject;
  const missing = required.filter((field) => body[field] === undefined);
  if (missing.length > 0) {
    throw new DomainError(
      'invalid_request',
      `The first version of an agent must be complete. Missing: ${missing.join(', ')}.`,
    );
  }
  return { body, summary: {}, references: [] };
}
