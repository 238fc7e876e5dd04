import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE, LOGGER } from '@svc/service-host';
import type { Logger } from '@svc/telemetry';
import { noteUse, usedEveryMs } from '../projections/credential-usage.js';

/** Records when credentials were used, to the minute. */
@Injectable()
export class CredentialUse {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Records a use now, after successful authentication. An error here keeps nobody out: a database with a full disk
   * still lets everybody in.
   * @param lastUsedAt the last known use; null: never.
   */
  async note(credentialId: string, lastUsedAt: Date | null): Promise<void> {
    const nowMs = this.clock.now();
    if (lastUsedAt && nowMs - lastUsedAt.getTime() < usedEveryMs) return;
    await noteUse(this.database, credentialId, nowMs).catch((error: unknown) =>
      this.logger.warn('the use of a credential was not noted', { failure: String(error) }),
    );
  }
}
