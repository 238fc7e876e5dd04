import type { Definition, DefinitionPins } from '@svc/contracts/agents';
import { DomainError } from '@svc/errors';
import type { TenantId } from '@svc/kernel';
import { isVersionSetName } from '../domain/service/version-set-rules.js';
import {
  getDefinition as queryDefinition,
  resolveDefinition as queryResolution,
  type DefinitionVersions,
  type StoredDefinition,
} from '../projections/definition-queries.js';
import type { AgentsContext } from './agents-context.js';

export interface PinnedDefinition {
  readonly pins: DefinitionPins;
  readonly definition: Definition;
}

/**
 * The exact versions that a conversation begun now is tied to, and their content.
 * @throws DomainError `not_found`: the service is unknown or inactive, or has no version set of that name.
 */
export async function resolveDefinition(
  context: AgentsContext,
  tenantId: TenantId,
  serviceId: string,
  versionSetName: string,
): Promise<PinnedDefinition> {
  const noVersionSet = new DomainError('not_found', 'The service has no version set of this name.');
  if (!isVersionSetName(versionSetName)) throw noVersionSet;
  const resolution = await queryResolution(context.database, tenantId, serviceId, versionSetName);
  if ('missing' in resolution) {
    if (resolution.missing === 'version set') throw noVersionSet;
    throw new DomainError(
      'not_found',
      'There is no active service with this id. The list of services shows those there are.',
    );
  }
  return { pins: resolution.pins, definition: await definitionOf(context, tenantId, resolution) };
}

/** @throws DomainError `not_found`: either version does not exist. */
export async function getDefinition(
  context: AgentsContext,
  tenantId: TenantId,
  versions: DefinitionVersions,
): Promise<Definition> {
  const stored = await queryDefinition(context.database, tenantId, versions);
  if (stored) return definitionOf(context, tenantId, stored);
  throw new DomainError('not_found', 'There is no such version of the agent or of the context graph.');
}

async function definitionOf(
  { graphBodies }: AgentsContext,
  tenantId: TenantId,
  { agent, graph }: StoredDefinition,
): Promise<Definition> {
  return { agent, contextGraphJson: await graphBodies.read(tenantId, graph) };
}
