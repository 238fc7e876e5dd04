import { Inject, Injectable } from '@nestjs/common';
import { ContextLifecycle, LOGGER, SubjectErasure } from '@svc/service-host';
import type { Logger } from '@svc/telemetry';
import { OwnChanges } from './events/own-changes.js';

@Injectable()
export class WorldLifecycle extends ContextLifecycle {
  constructor(
    private readonly erasures: SubjectErasure,
    private readonly changes: OwnChanges,
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
  }

  override stop(): Promise<void> {
    return this.changes.stop();
  }
}
