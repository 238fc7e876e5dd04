import { Inject, Injectable } from '@nestjs/common';
import type { TenantId } from '@svc/kernel';
import { LOGGER } from '@svc/service-host';
import type { Logger } from '@svc/telemetry';
import type pg from 'pg';
import { changeIsRecorded, unrecordedChanges, type UnrecordedChange } from '../adapters/table-registry.js';
import { TablesServer } from '../adapters/tables-server.js';
import { TableRecords } from './table-records.js';

/**
 * Takes what has changed of tables from their database, where it was written in the transaction of the change, into the log. What a
 * process that ended has left there is recorded by the next one that starts, or that changes a table.
 */
@Injectable()
export class RecordChanges {
  #hasSettledAll = false;
  #settling: Promise<void> = Promise.resolve();

  constructor(
    private readonly server: TablesServer,
    private readonly records: TableRecords,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Never fails: what could not be recorded is tried again with the next change. */
  async settle(tenantId: TenantId): Promise<void> {
    await this.#settle(this.#hasSettledAll ? tenantId : undefined);
  }

  /** Beside the start: nobody waits for it, and an installation without tables gets no database by it. */
  start(): void {
    this.#settling = this.server.isMade().then(
      (isMade) => (isMade ? this.#settle(undefined) : undefined),
      (error: unknown) => this.logger.warn('the database of tables can not be reached', { error }),
    );
  }

  stop(): Promise<void> {
    return this.#settling;
  }

  /** @param of undefined: of all workspaces */
  async #settle(of: TenantId | undefined): Promise<void> {
    try {
      const isWhole = await this.#record(of);
      if (of === undefined) this.#hasSettledAll = isWhole;
    } catch (error) {
      this.logger.warn('changes of tables are not in the log yet', { error });
    }
  }

  /** A change that can't be recorded holds up those of its own table alone. @returns whether all are recorded */
  #record(of: TenantId | undefined): Promise<boolean> {
    return this.server.define(of ?? 'every tenant', async (admin) => {
      const stuck = new Set<string>();
      for (let after = 0; ;) {
        const changes = await unrecordedChanges(admin, of, after);
        for (const change of changes) await this.#recordOne(admin, change, stuck);
        const last = changes.at(-1);
        if (last === undefined) return stuck.size === 0;
        after = last.position;
      }
    });
  }

  async #recordOne(
    admin: pg.Client,
    { changeId, tenantId, event, metadata }: UnrecordedChange,
    stuck: Set<string>,
  ): Promise<void> {
    const { tableId } = event.data;
    if (stuck.has(tableId)) return;
    try {
      const target = { tenantId, id: tableId, metadata };
      await this.records.change(target, () => ({ type: 'RecordTableChange', event }));
      await changeIsRecorded(admin, changeId);
    } catch (error) {
      stuck.add(tableId);
      this.logger.warn('a change of a table is not in the log yet', { error, tableId });
    }
  }
}
