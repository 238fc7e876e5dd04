import { Inject, Injectable } from '@nestjs/common';
import { SubjectErasedError } from '@svc/errors';
import type { IdGenerator } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { DATABASE, IDS } from '@svc/service-host';
import { Memories } from '../application/memories.js';
import { EXTRACTOR, TRANSCRIPTS, type Transcripts } from '../ports/ports.js';
import { PostProcessings } from '../application/post-processings.js';
import { subjectOf } from '../domain/remembered-conversation.js';
import { checkMemories } from '../extraction/check-memories.js';
import type { MemoryExtractor } from '../extraction/memory-extractor.js';
import { ProcessingMetrics } from './processing-metrics.js';
import type { StageRun } from './stage-of-conversation.js';

/** L1: what the person said of themselves in the conversation. */
@Injectable()
export class ExtractMemoriesStage {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(TRANSCRIPTS) private readonly transcripts: Transcripts,
    @Inject(EXTRACTOR) private readonly extractor: MemoryExtractor,
    @Inject(IDS) private readonly ids: IdGenerator,
    private readonly memories: Memories,
    private readonly postProcessings: PostProcessings,
    private readonly metrics: ProcessingMetrics,
  ) {}

  /**
   * One commit appends the memories and the completion of the stage.
   * @throws SubjectErasedError; ConcurrencyError when another run was faster; any error that stopped it.
   */
  async run({ tenantId, conversation, metadata, signal }: StageRun): Promise<void> {
    const { conversationId } = conversation;
    const transcript = await this.transcripts.of(tenantId, conversation);
    if (transcript === null) throw new SubjectErasedError(subjectOf(tenantId, conversation));
    const { state } = await this.memories.load(tenantId, conversationId);
    const { name: extractorName, version: extractorVersion } = this.extractor;
    // Never give retracted words to an extractor.
    const proposals = state?.isRetracted ? [] : await this.extractor.extract(transcript, signal);
    const { kept, refused } = checkMemories(transcript, proposals);
    const memories = kept.map((memory) => ({ ...memory, memoryId: this.ids.resourceId(tenantId) }));
    await this.database.transaction(async (tx) => {
      const target = { tenantId, id: conversationId, metadata, tx };
      const extraction = { conversation, extractorName, extractorVersion, memories };
      await this.memories.change(target, () => ({ type: 'ExtractMemories', ...extraction }));
      await this.postProcessings.change(target, () => ({ type: 'CompleteStage', stage: 'extract-memories' }));
    });
    this.metrics.extracted(memories.length, refused);
  }
}
