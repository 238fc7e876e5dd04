import { Inject, Injectable } from '@nestjs/common';
import type { CommandTarget } from '@svc/event-store';
import type { Database } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import {
  listFailedPostProcessings,
  type FailedPostProcessing,
} from '../projections/failed-post-processings.js';
import { StageWorker } from './stage-worker.js';
import { PostProcessings } from '../application/post-processings.js';

/** For the installer: what has failed for good, and its resumption. */
@Injectable()
export class FailedPostProcessings {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly postProcessings: PostProcessings,
    private readonly worker: StageWorker,
  ) {}

  /** The oldest failure first, at most 1,000. */
  list(): Promise<readonly FailedPostProcessing[]> {
    return listFailedPostProcessings(this.database);
  }

  /** Makes the failed stage due again at once. @throws DomainError `not_found` when none has failed. */
  async retry(target: CommandTarget): Promise<void> {
    await this.postProcessings.change(target, () => ({ type: 'ResumePostProcessing' }));
    this.worker.wake();
  }
}
