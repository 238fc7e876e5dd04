import { Inject, Injectable } from '@nestjs/common';
import type { TenantId } from '@svc/kernel';
import { LOGGER } from '@svc/service-host';
import type { Logger } from '@svc/telemetry';
import { changeIsRecorded, unrecordedChanges } from '../adapters/table-registry.js';
import { TablesServer } from '../adapters/tables-server.js';
import { TableRecords } from './table-records.js';

/**
 * Takes what has changed of tables from their database, where it was written in the transaction of the change, into the log. A
 * change whose process ended in between is recorded with the first request about tables after the next start.
 */
@Injectable()
export class RecordChanges {
  #hasSettledAll = false;

  constructor(
    private readonly server: TablesServer,
    private readonly records: TableRecords,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Never fails: what could not be recorded is tried again with the next change. */
  async settle(tenantId: TenantId): Promise<void> {
    try {
      await this.#record(tenantId, this.#hasSettledAll ? tenantId : undefined);
      this.#hasSettledAll = true;
    } catch (error) {
      this.logger.warn('changes of tables are not in the log yet', { error });
    }
  }

  /** @param of undefined: of all workspaces */
  #record(tenantId: TenantId, of: TenantId | undefined): Promise<void> {
    return this.server.define(tenantId, async (admin) => {
      for (const { changeId, tenantId, event, metadata } of await unrecordedChanges(admin, of)) {
        const target = { tenantId, id: event.data.tableId, metadata };
        await this.records.change(target, () => ({ type: 'RecordTableChange', event }));
        await changeIsRecorded(admin, changeId);
      }
    });
  }
}
