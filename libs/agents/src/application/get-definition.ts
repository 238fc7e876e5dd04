import { Inject, Injectable } from '@nestjs/common';
import type { Definition } from '@svc/contracts/agents';
import { DomainError } from '@svc/errors';
import type { Database } from '@svc/postgres';
import type { RequestContext } from '@svc/rpc';
import { DATABASE } from '@svc/service-host';
import { pinnedVersions, type PinnedVersions } from '../projections/pinned-versions-query.js';
import { DefinitionContents } from './definition-contents.js';

/** The definition that a conversation is tied to since its start. */
@Injectable()
export class GetDefinition {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly contents: DefinitionContents,
  ) {}

  /** @throws DomainError `not_found`: either version does not exist. */
  async execute(
    { tenantId }: Pick<RequestContext, 'tenantId'>,
    versions: PinnedVersions,
  ): Promise<Definition> {
    const stored = await pinnedVersions(this.database, tenantId, versions);
    if (!stored) {
      throw new DomainError('not_found', 'There is no such version of the agent or of the context graph.');
    }
    return this.contents.read(tenantId, versions, stored);
  }
}
