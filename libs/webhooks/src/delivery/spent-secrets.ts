import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE } from '@svc/service-host';
import { removeSpentSecrets } from '../adapters/destination-secrets.js';

/** Replaced secrets of destinations, 30 minutes after their rotation. */
@Injectable()
export class SpentSecrets {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async remove(): Promise<void> {
    await this.database.query(removeSpentSecrets(this.clock.now()));
  }
}
