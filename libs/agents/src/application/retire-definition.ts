import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@svc/errors';
import type { Database } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import { DefinitionSecrets } from '../adapters/definition-secrets.js';
import { presentDefinition } from '../domain/definition/definition.js';
import { isUsed } from '../projections/definition-facts-query.js';
import type { DefinitionRequest } from './definition-request.js';
import { Definitions } from './definitions.js';
import { requireLivingParent, requireOwnParent } from './living-parent.js';

/** Deprecates a definition of an organization, deletes one of a workspace. Its versions stay, and its name is free again. */
@Injectable()
export class RetireDefinition {
  constructor(
    private readonly definitions: Definitions,
    private readonly secrets: DefinitionSecrets,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  /**
   * @throws DomainError `permission_denied`, `not_found`, `conflict` when it is deprecated already, or the error of what may not
   *   lose it.
   */
  async execute(request: DefinitionRequest, id: string, parentId: string | null): Promise<void> {
    const { tenantId, kind, surface, declared, rules, by, metadata } = request;
    request.access.require('retire', id);
    await requireLivingParent(this.database, request, parentId);
    await this.definitions.of(kind).change({ tenantId, id, metadata }, async ({ state }) => {
      const definition = presentDefinition(state, request);
      requireOwnParent(declared, definition, parentId);
      for (const user of definition.retiredAtMs === null ? (rules.usedBy ?? []) : []) {
        if (await isUsed(this.database, tenantId, user, { id, name: definition.name }))
          throw new DomainError(user.code, user.message);
      }
      return {
        commands: [{ type: 'RetireDefinition', kind, surface, by }],
        // Versions that are pinned in an organization run on, with their secrets.
        alongside:
          declared.hasSecrets === true && surface === 'platform'
            ? [this.secrets.removal({ tenantId, definitionId: id })]
            : [],
      };
    });
  }
}
