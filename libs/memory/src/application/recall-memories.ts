import { Inject, Injectable } from '@nestjs/common';
import type { Clock, TenantId } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { SubjectKeys } from '@svc/sealing';
import { CLOCK, DATABASE, SUBJECT_KEYS } from '@svc/service-host';
import { recall, type Recalled } from '../domain/recall/recall.js';
import { recallables } from '../domain/recall/recallable.js';
import { recallableMemories } from '../projections/recallable-memories.js';
import { UserModels } from './user-models.js';

export interface RecallQuery {
  readonly tenantId: TenantId;
  readonly userId: string;
  /** Topic of the conversation; may be empty. */
  readonly query: string;
  /** UTF-16 code units. */
  readonly budgetCharacters: number;
}

/**
 * What a prompt shows of a user's earlier conversations. Each call reads it again, with two statements, so retracted or
 * erased memories disappear at once.
 */
@Injectable()
export class RecallMemories {
  constructor(
    private readonly models: UserModels,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(SUBJECT_KEYS) private readonly keys: SubjectKeys,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws DomainError `service_unavailable` when keys are unavailable. */
  async execute({ tenantId, userId, ...asked }: RecallQuery): Promise<Recalled> {
    const [model, memories] = await Promise.all([
      this.models.load(tenantId, userId),
      recallableMemories(this.database, this.keys, { tenantId, userId }),
    ]);
    const candidates = recallables(model.state?.entries ?? [], memories);
    return recall(candidates, { ...asked, atMs: this.clock.now() });
  }
}
