import { Inject, Injectable } from '@nestjs/common';
import { reservedSegments } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { DATABASE, LOGGER } from '@svc/service-host';
import type { Logger } from '@svc/telemetry';
import { queryOrganizationIds } from '../projections/organization-query.js';

/** Organizations that were created before their id became a literal segment of paths: no request can reach them. */
@Injectable()
export class WarnOfShadowedOrganizations {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  async execute(): Promise<void> {
    const shadowed = await queryOrganizationIds(this.database, [...reservedSegments]);
    for (const orgId of shadowed)
      this.logger.warn('an organization can not be reached: its id has become a part of paths', { orgId });
  }
}
