import { Inject, Injectable } from '@nestjs/common';
import { causedBy, type ReceivedEvent } from '@svc/event-bus';
import { CommandHandler, incompleteErasures, type AggregateStore } from '@svc/event-store';
import { isTenantId, type Clock, type EventMetadata, type IdGenerator } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE, IDS } from '../platform.module.js';
import { ERASER, ERASING_CONTEXT, ERASURE_LOG, type Eraser, type ErasureRequest } from './eraser.js';
import {
  erasureAggregate,
  type ConfirmErasure,
  type ErasureState,
  type SubjectErasedEvent,
} from './erasure-aggregate.js';

export interface SubjectErasureRequest {
  readonly subject: string;
  /** The event that causes it. Absent for an installer's command or a resumed erasure. */
  readonly cause?: Pick<ReceivedEvent, 'eventId' | 'metadata'>;
  readonly signal?: AbortSignal;
}

/** Erases a subject in a context, then publishes that it is erased there. */
@Injectable()
export class SubjectErasure {
  readonly #erasures: CommandHandler<ErasureState, ConfirmErasure, SubjectErasedEvent>;

  constructor(
    @Inject(ERASING_CONTEXT) private readonly context: string,
    @Inject(ERASER) private readonly eraser: Eraser,
    @Inject(ERASURE_LOG) log: AggregateStore<SubjectErasedEvent>,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) clock: Clock,
    @Inject(IDS) private readonly ids: IdGenerator,
  ) {
    this.#erasures = new CommandHandler(erasureAggregate, { store: log, database, clock });
  }

  /**
   * Can be repeated; publishes once for each cause. The subject need not exist.
   * @throws the error that kept the context from erasing it; then nothing is published.
   */
  async execute({ subject, cause, signal }: SubjectErasureRequest): Promise<void> {
    await this.#erase({ subject, metadata: this.#metadata(cause), signal });
  }

  /** Resumes unfinished erasures and publishes them under their causes. @returns how many. */
  async resume(): Promise<number> {
    const incomplete = await incompleteErasures(this.database, this.context);
    for (const { subject, cause } of incomplete) {
      const metadata = this.#metadata(undefined);
      await this.#erase({ subject, metadata: { ...metadata, causationId: cause ?? metadata.causationId } });
    }
    return incomplete.length;
  }

  async #erase(request: ErasureRequest): Promise<void> {
    await this.eraser.execute(request);
    const { subject, metadata } = request;
    const [tenantId = ''] = subject.split('/');
    // The subject has no tenant, so identity has no key of it: nobody waits for the event.
    if (!isTenantId(tenantId)) return;
    const { causationId: id } = metadata;
    await this.#erasures.change({ tenantId, id, metadata }, () => ({ type: 'ConfirmErasure', subject }));
  }

  #metadata(cause: SubjectErasureRequest['cause']): EventMetadata {
    const actor = `service:${this.context}`;
    if (cause) return causedBy(cause, actor);
    const correlationId = this.ids.uuid();
    return { actor, correlationId, causationId: correlationId };
  }
}
