import { Inject, Injectable } from '@nestjs/common';
import { isOutage, ModelError } from '@svc/engine';
import { DomainError, SubjectErasedError } from '@svc/errors';
import { ConcurrencyError } from '@svc/event-store';
import type { Clock, EventMetadata, TenantId } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { SubjectKeys } from '@svc/sealing';
import { CLOCK, DATABASE, LOGGER, SUBJECT_KEYS } from '@svc/service-host';
import type { Logger } from '@svc/telemetry';
import { MemoryStore } from '../adapters/memory-store.js';
import { PostProcessings } from '../application/post-processings.js';
import type { Stage } from '../domain/post-processing/stages.js';
import { subjectOf, type RememberedConversation } from '../domain/remembered-conversation.js';
import { putOffPostProcessing, type DuePostProcessing } from '../projections/due-post-processings.js';
import { ExtractMemoriesStage } from './extract-memories-stage.js';
import { GenerateUserModelsStage } from './generate-user-models-stage.js';
import { ProcessingMetrics, type RunOutcome } from './processing-metrics.js';
import type { StageRun } from './stage-of-conversation.js';

/** Wait after an outage. */
const outageWaitMs = 5_000;

/**
 * After an outage of the model: a quarter of the time since the stage was due, up to this many ms. One that never ends must not
 * cost a call every few seconds.
 */
const maxModelOutageWaitMs = 600_000;

/** Runs the due stage of a conversation, at least once. By the rules of its streams each stage completes once. */
@Injectable()
export class RunStage {
  readonly #stages: Readonly<Record<Stage, { run(stage: StageRun): Promise<void> }>>;

  constructor(
    extractMemories: ExtractMemoriesStage,
    generateUserModels: GenerateUserModelsStage,
    private readonly store: MemoryStore,
    private readonly postProcessings: PostProcessings,
    private readonly metrics: ProcessingMetrics,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(SUBJECT_KEYS) private readonly keys: SubjectKeys,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#stages = { 'extract-memories': extractMemories, 'generate-user-models': generateUserModels };
  }

  /** @throws only when the database does not store the outcome: then the stage runs again */
  async execute(due: DuePostProcessing, signal: AbortSignal): Promise<void> {
    const { tenantId, conversationId } = due;
    const { state, streamId } = await this.postProcessings.load(tenantId, conversationId);
    if (state?.status !== 'pending' || state.stage === null) return;
    const { conversation, stage } = state;
    const metadata = await this.#metadataOf(streamId);
    const ended = this.metrics.begin(stage);
    try {
      await this.#requireLiving(tenantId, conversation);
      await this.#stages[stage].run({ tenantId, conversation, metadata, signal });
      ended('completed');
    } catch (error) {
      ended(await this.#settle(due, { stage, dueAtMs: state.dueAtMs }, metadata, error, signal));
    }
  }

  /** The messages of an erased person have no text, but would be processed all the same. */
  async #requireLiving(tenantId: TenantId, conversation: RememberedConversation): Promise<void> {
    const subject = subjectOf(tenantId, conversation);
    if ((await this.keys.get(subject)) === 'erased') throw new SubjectErasedError(subject);
  }

  async #settle(
    due: DuePostProcessing,
    { stage, dueAtMs }: DueStage,
    metadata: EventMetadata,
    error: unknown,
    signal: AbortSignal,
  ): Promise<RunOutcome> {
    const { tenantId, conversationId: id } = due;
    const target = { tenantId, id, metadata };
    if (error instanceof SubjectErasedError) {
      await this.postProcessings.change(target, () => ({ type: 'AbandonPostProcessing' }));
      return 'abandoned';
    }
    if (error instanceof ConcurrencyError) {
      await putOffPostProcessing(this.database, due, this.clock.now());
      return 'overtaken';
    }
    const fields = { tenantId, conversationId: id, stage, error };
    const isStopping = signal.reason === stopping;
    if (isStopping || isOutageOf(error)) {
      const nowMs = this.clock.now();
      const waitMs = isStopping ? 0 : waitAfterOutage(error, nowMs - (dueAtMs ?? nowMs));
      if (!isStopping)
        this.logger.warn('a stage of post-processing waits for an outage to end', { ...fields, waitMs });
      await putOffPostProcessing(this.database, due, nowMs + waitMs);
      return 'put_off';
    }
    const { state } = await this.postProcessings.change(target, () => ({
      type: 'RecordFailedAttempt',
      stage,
      failure: nameOf(error),
    }));
    if (state?.status === 'failed') this.logger.error('post-processing has failed', fields);
    else this.logger.warn('a stage of post-processing has failed, and will be tried again', fields);
    return 'failed';
  }

  /** The request of the starting event: all that follows belongs to it. */
  async #metadataOf(streamId: string): Promise<EventMetadata> {
    const [first] = await this.store.readStream(this.database, streamId, { limit: 1 });
    if (!first) throw new TypeError(`${streamId} has no events.`);
    return { ...first.metadata, causationId: first.eventId };
  }
}

interface DueStage {
  readonly stage: Stage;
  readonly dueAtMs: number | null;
}

/** The reason of the signal when the process stops. */
export const stopping = new Error('The process stops.');

/** An outage does not count as a failure of the stage. A model's answer that can't be used does: it may never be usable. */
function isOutageOf(error: unknown): boolean {
  if (error instanceof ModelError) return isOutage(error.kind);
  return error instanceof DomainError && error.code === 'service_unavailable';
}

/** @param sinceMs since the stage was due */
function waitAfterOutage(error: unknown, sinceMs: number): number {
  if (!(error instanceof ModelError)) return outageWaitMs;
  const waitMs = Math.max(outageWaitMs, sinceMs / 4, (error.retryAfterSeconds ?? 0) * 1_000);
  return Math.min(maxModelOutageWaitMs, Math.round(waitMs));
}

/** Messages might quote a person; names, kinds and codes do not. */
function nameOf(error: unknown): string {
  if (error instanceof ModelError) return `model_${error.kind}`;
  if (error instanceof DomainError) return error.code;
  return error instanceof Error ? error.name : 'unknown';
}
