import { Injectable } from '@nestjs/common';
import { DomainError } from '@svc/errors';
import type { TenantId } from '@svc/kernel';
import { removeWorkspace } from '../adapters/make-workspace.js';
import { endWorkspace } from '../adapters/table-registry.js';
import { TablesServer } from '../adapters/tables-server.js';

/** Takes all of a workspace out of the database of tables, for ever. Can be repeated. */
@Injectable()
export class EndTables {
  constructor(private readonly server: TablesServer) {}

  /** @throws DomainError `service_unavailable` while a statement of the workspace runs, and when the database can't be reached */
  async execute(tenantId: TenantId): Promise<void> {
    try {
      if (!(await this.server.isMade())) return;
      await this.server.inTransaction(tenantId, async (admin, place) => {
        await endWorkspace(admin, tenantId);
        await removeWorkspace(admin, place);
      });
    } catch (cause) {
      const words = 'The tables of an archived workspace can not be removed now.';
      throw new DomainError('service_unavailable', words, { cause });
    }
  }
}
