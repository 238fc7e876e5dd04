import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { TranscriptServiceService } from '@svc/contracts/conversations';
import { IdentityServiceService } from '@svc/contracts/identity';
import { InferenceServiceService } from '@svc/contracts/world';
import type { RpcTls } from '@svc/rpc';
import { clientToken, RpcClientModule } from '@svc/rpc/nest';
import {
  ContextLifecycle,
  DATABASE,
  ErasureController,
  erasing,
  SUBJECT_KEYS,
  SubjectKeysModule,
} from '@svc/service-host';
import { conversationTranscripts } from './adapters/conversation-transcripts.js';
import { identityDimensions } from './adapters/identity-dimensions.js';
import { identityUsers } from './adapters/identity-users.js';
import { MemoryStore } from './adapters/memory-store.js';
import { MEMORY_VAULT, memoryVault } from './adapters/memory-vault.js';
import { Episodes } from './application/episodes.js';
import { EraseSubject } from './application/erase-subject.js';
import { InferValues } from './processing/infer-values.js';
import { FailedPostProcessings } from './processing/failed-post-processings.js';
import { GetUserModel } from './application/get-user-model.js';
import { ListMemories } from './application/list-memories.js';
import { Memories } from './application/memories.js';
import { DIMENSIONS, EXTRACTOR, TRANSCRIPTS, USERS, WORLD_KEYS } from './ports/ports.js';
import { PostProcessings } from './application/post-processings.js';
import { ReadModels } from './application/read-models.js';
import { RecallMemories } from './application/recall-memories.js';
import { ReextractMemories } from './application/reextract-memories.js';
import { RetractMemories } from './application/retract-memories.js';
import { ReviseMemories } from './application/revise-memories.js';
import { UserModels } from './application/user-models.js';
import { VerifyLog } from './application/verify-log.js';
import { InferenceController } from './events/inference.controller.js';
import { PostProcessingController } from './events/post-processing.controller.js';
import type { MemoryExtractor } from './extraction/memory-extractor.js';
import { MemoryLifecycle } from './memory-lifecycle.js';
import { ExtractMemoriesStage } from './processing/extract-memories-stage.js';
import { GenerateUserModelsStage } from './processing/generate-user-models-stage.js';
import { ProcessingMetrics } from './processing/processing-metrics.js';
import { RunStage } from './processing/run-stage.js';
import { StageWorker } from './processing/stage-worker.js';
import { MemoryAdminController } from './rpc/memory-admin.controller.js';
import { MemoryController } from './rpc/memory.controller.js';
import { RecallController } from './rpc/recall.controller.js';
import { defaultRecallers, RECALLERS, RecallersGuard } from './rpc/recallers.guard.js';

export interface MemoryOptions {
  /** Where IdentityService and DataKeyService listen. */
  readonly identityAddress: string;
  /** Where TranscriptService listens. */
  readonly conversationsAddress: string;
  /** Where InferenceService listens. */
  readonly worldAddress: string;
  /** For network addresses. */
  readonly tls?: RpcTls | undefined;
  readonly extractor: MemoryExtractor;
  /**
   * Names of the certificates that may recall over the network; `defaultRecallers` by default. Over a unix socket, the
   * permission to open it is enough.
   */
  readonly recallers?: readonly string[];
}

/** The memory context: what agents remember of people. */
@Module({})
export class MemoryModule {
  static register(options: MemoryOptions): DynamicModule {
    const { identityAddress, conversationsAddress, worldAddress, tls } = options;
    return {
      module: MemoryModule,
      imports: [
        RpcClientModule.register([
          { definition: IdentityServiceService, address: identityAddress, tls },
          { definition: TranscriptServiceService, address: conversationsAddress, tls },
          { definition: InferenceServiceService, address: worldAddress, tls },
        ]),
        SubjectKeysModule.register({ address: identityAddress, tls }),
      ],
      controllers: [
        MemoryController,
        MemoryAdminController,
        RecallController,
        PostProcessingController,
        InferenceController,
        ErasureController,
      ],
      providers: [...useCases, ...processing, ...log, ...outside(options)],
      exports: [ContextLifecycle, ReadModels, VerifyLog, StageWorker],
    };
  }
}

const useCases: readonly Provider[] = [
  ListMemories,
  GetUserModel,
  RecallMemories,
  RecallersGuard,
  FailedPostProcessings,
  RetractMemories,
  ReextractMemories,
  ...erasing({ context: 'memory', eraser: EraseSubject, log: MemoryStore }),
  { provide: ContextLifecycle, useClass: MemoryLifecycle },
];
const processing: readonly Provider[] = [
  InferValues,
  StageWorker,
  RunStage,
  ExtractMemoriesStage,
  GenerateUserModelsStage,
  ProcessingMetrics,
];
const log: readonly Provider[] = [
  MemoryStore,
  PostProcessings,
  Memories,
  Episodes,
  UserModels,
  ReviseMemories,
  ReadModels,
  VerifyLog,
  { provide: MEMORY_VAULT, inject: [SUBJECT_KEYS, DATABASE], useFactory: memoryVault },
];

function outside({ extractor, recallers = defaultRecallers }: MemoryOptions): readonly Provider[] {
  const identity = clientToken(IdentityServiceService);
  return [
    { provide: USERS, inject: [identity, SUBJECT_KEYS], useFactory: identityUsers },
    { provide: DIMENSIONS, inject: [identity], useFactory: identityDimensions },
    {
      provide: TRANSCRIPTS,
      inject: [clientToken(TranscriptServiceService)],
      useFactory: conversationTranscripts,
    },
    { provide: WORLD_KEYS, useExisting: clientToken(InferenceServiceService) },
    { provide: EXTRACTOR, useValue: extractor },
    { provide: RECALLERS, useValue: recallers },
  ];
}
