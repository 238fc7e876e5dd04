import { Inject, Injectable } from '@nestjs/common';
import { ContextLifecycle, LOGGER, SubjectErasure } from '@svc/service-host';
import type { Logger } from '@svc/telemetry';
import { EqualEntities } from './events/equal-entities.js';
import { OwnChanges } from './events/own-changes.js';
import { RecordChanges } from './tables/application/record-changes.js';

@Injectable()
export class WorldLifecycle extends ContextLifecycle {
  constructor(
    private readonly erasures: SubjectErasure,
    private readonly changes: OwnChanges,
    private readonly equals: EqualEntities,
    private readonly tables: RecordChanges,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super();
  }

  /** An erasure that can't end now does not stop the start: personal data of its subject is refused either way. */
  override async start(): Promise<void> {
    try {
      await this.erasures.resume();
    } catch (error) {
      this.logger.warn('erasures could not be brought to their end', { error });
    }
    this.changes.start();
    this.equals.start();
    this.tables.start();
  }

  override async stop(): Promise<void> {
    await Promise.all([this.changes.stop(), this.equals.stop(), this.tables.stop()]);
  }
}
