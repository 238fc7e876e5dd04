import { Inject, Injectable } from '@nestjs/common';
import type { Definition, DefinitionPins } from '@svc/contracts/agents';
import { DomainError } from '@svc/errors';
import type { JsonObject } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { RequestContext } from '@svc/rpc';
import { DATABASE } from '@svc/service-host';
import { modelPreferences } from '../adapters/version-set-mapping.js';
import { latestVersions, serviceParts } from '../domain/service/service-body.js';
import { resolveVersions } from '../projections/pinned-versions-query.js';
import { DefinitionContents } from './definition-contents.js';
import { isVersionSetName } from './version-sets.js';

export interface DefinitionToResolve {
  readonly serviceId: string;
  readonly versionSetName: string;
}

export interface PinnedDefinition {
  readonly pins: DefinitionPins;
  readonly definition: Definition;
}

/** The definition for a conversation that begins now. */
@Injectable()
export class ResolveDefinition {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly contents: DefinitionContents,
  ) {}

  /**
   * The exact versions for a conversation that begins now, and their content.
   * @throws DomainError `not_found`: the service is unknown or inactive, or has no version set of that name.
   */
  async execute(
    { tenantId }: Pick<RequestContext, 'tenantId'>,
    { serviceId, versionSetName }: DefinitionToResolve,
  ): Promise<PinnedDefinition> {
    const noVersionSet = new DomainError('not_found', 'The service has no version set of this name.');
    if (!isVersionSetName(versionSetName)) throw noVersionSet;
    const resolution = await resolveVersions(this.database, tenantId, serviceId, versionSetName);
    if ('missing' in resolution) {
      if (resolution.missing === 'version set') throw noVersionSet;
      throw new DomainError(
        'not_found',
        'There is no active service with this id. The list of services shows those there are.',
      );
    }
    const { definition, service } = await this.contents.readOfService(tenantId, resolution, serviceId);
    const llmModelPreferences = preferencesOf(service, versionSetName);
    return { pins: { serviceId, versionSetName, ...resolution.versions, llmModelPreferences }, definition };
  }
}

/** Of a workspace, whose services need not have the default set, none. */
function preferencesOf(service: JsonObject, versionSetName: string): DefinitionPins['llmModelPreferences'] {
  const set = serviceParts(service).version_sets[versionSetName] ?? latestVersions;
  return modelPreferences(set);
}
