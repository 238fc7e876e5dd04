import { Inject, Injectable } from '@nestjs/common';
import { pageOf, type Database } from '@svc/postgres';
import type { RequestContext } from '@svc/rpc';
import { DATABASE } from '@svc/service-host';
import { servicePage, type ListedService } from '../projections/service-list-query.js';
import type { ServiceQuery } from '../projections/service-query.js';
import { serviceTagValues, type ServiceTagValue } from '../projections/service-tag-values.js';

/** Which services, and in which order: of those that the caller may see. */
export type RequestedServices = Omit<ServiceQuery, 'tenantId' | 'grants'>;

export interface ServicePage {
  readonly services: readonly ListedService[];
  readonly hasMore: boolean;
  /** The filter values of the list, only with the first page. */
  readonly tagValues: readonly string[] | null;
}

@Injectable()
export class ListServices {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** One page in the requested order; ties are broken by creation, then id. Empty without the permission. */
  async execute({ caller, tenantId }: RequestContext, request: RequestedServices): Promise<ServicePage> {
    const query = { ...request, tenantId, grants: caller.grants };
    const [{ rows }, tagValues] = await Promise.all([
      this.database.query<ListedService>(servicePage(query)),
      request.offset === 0 ? this.#tagValues(query) : null,
    ]);
    const { rows: services, hasMore } = pageOf(rows, request);
    return { services, hasMore, tagValues };
  }

  /** As `key:value` or `key:`, sorted. */
  async #tagValues(query: ServiceQuery): Promise<readonly string[]> {
    const { rows } = await this.database.query<ServiceTagValue>(serviceTagValues(query));
    return rows.map(({ key, value }) => `${key}:${value ?? ''}`).sort();
  }
}
