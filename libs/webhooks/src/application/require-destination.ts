import { Inject, Injectable } from '@nestjs/common';
import type { TenantId } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import { destinationNotFound } from '../domain/destination/destination.js';
import { selectDestinations } from '../projections/destination-query.js';

@Injectable()
export class RequireDestination {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** @throws DomainError `not_found` when the tenant has no such destination. */
  async execute(tenantId: TenantId, destinationId: string): Promise<void> {
    const { rowCount } = await this.database.query(selectDestinations(tenantId, [destinationId]));
    if (rowCount === 0) throw destinationNotFound();
  }
}
