import { Inject, Injectable } from '@nestjs/common';
import type { Definition, DefinitionPins } from '@svc/contracts/agents';
import { DomainError } from '@svc/errors';
import type { Database } from '@svc/postgres';
import type { RequestContext } from '@svc/rpc';
import { DATABASE } from '@svc/service-host';
import { isVersionSetName } from '../domain/service/version-set-rules.js';
import { resolveDefinition } from '../projections/definition-query.js';
import { DefinitionContents } from './definition-contents.js';

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
    const resolution = await resolveDefinition(this.database, tenantId, serviceId, versionSetName);
    if ('missing' in resolution) {
      if (resolution.missing === 'version set') throw noVersionSet;
      throw new DomainError(
        'not_found',
        'There is no active service with this id. The list of services shows those there are.',
      );
    }
    const { pins } = resolution;
    return { pins, definition: await this.contents.read(tenantId, pins, resolution) };
  }
}
