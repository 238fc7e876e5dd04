import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { AgentsServiceService, ToolsServiceService } from '@svc/contracts/agents';
import { DataKeyServiceService, IdentityServiceService } from '@svc/contracts/identity';
import { RecallServiceService } from '@svc/contracts/memory';
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
import { agentDefinitions } from './adapters/agent-definitions.js';
import { identityUsers } from './adapters/identity-users.js';
import { identityWorkspaces } from './adapters/identity-workspaces.js';
import { memoryRecollections } from './adapters/memory-recollections.js';
import { agentTools } from './adapters/agent-tools.js';
import { EndConversations } from './application/end-conversations.js';
import { EraseSubject } from './application/erase-subject.js';
import { EraseUser } from './application/erase-user.js';
import { DecideApproval } from './application/decide-approval.js';
import { EndWait } from './application/end-wait.js';
import { CreateSurface } from './application/create-surface.js';
import { FillInSurface } from './application/fill-in-surface.js';
import { ManageSurface } from './application/manage-surface.js';
import { ReadSurfaces } from './application/read-surfaces.js';
import { MakeRequestedSurface } from './surfaces/make-requested-surface.js';
import { ReportSurface } from './surfaces/report-surface.js';
import { SurfaceFollowUp } from './surfaces/surface-follow-up.js';
import { Surfaces } from './log/surfaces.js';
import { SurfacesController } from './rpc/surfaces.controller.js';
import { WaitsController } from './rpc/waits.controller.js';
import { CloseWorkspaceConversation } from './application/close-workspace-conversation.js';
import { CollectTurns } from './application/collect-turns.js';
import { ReadWorkspaceConversations } from './application/read-workspace-conversations.js';
import { StartWorkspaceConversation } from './application/start-workspace-conversation.js';
import { TurnLogs } from './application/turn-logs.js';
import { SwitchChannel } from './application/switch-channel.js';
import { TakeWorkspaceTurn } from './application/take-workspace-turn.js';
import { WorkspaceMessages } from './application/workspace-messages.js';
import { WorkspaceConversationsController } from './rpc/workspace-conversations.controller.js';
import { UnheardAnswers } from './turn/unheard-answers.js';
import { entityKeys } from './adapters/entity-keys.js';
import { CreateConversation } from './application/create-conversation.js';
import { FinishConversation } from './application/finish-conversation.js';
import { GetConversationCost } from './application/get-conversation-cost.js';
import { GetInteractionInsights } from './application/get-interaction-insights.js';
import { GetTranscript } from './application/get-transcript.js';
import { ToolCallsOfOperators } from './application/tool-calls-of-operators.js';
import { Interact } from './application/interact.js';
import { SuggestConversationStarters } from './application/suggest-conversation-starters.js';
import { RecommendResponses } from './application/recommend-responses.js';
import { ListToolInvocations } from './application/list-tool-invocations.js';
import { ModifyConversationTags } from './application/modify-conversation-tags.js';
import { ListConversations } from './application/list-conversations.js';
import { ListDecisions } from './application/list-decisions.js';
import { ListMessages } from './application/list-messages.js';
import { ListModels } from './application/list-models.js';
import {
  DEFINITIONS,
  ENTITIES,
  MEMORIES,
  MODELS,
  TOOLS,
  USERS,
  WORKSPACES,
  type Models,
  type Tools,
} from './ports/ports.js';
import { ReadModels } from './application/read-models.js';
import { VerifyLog } from './application/verify-log.js';
import { RecordHistory } from './application/record-history.js';
import { ReplayConversation } from './application/replay-conversation.js';
import { ConversationsLifecycle } from './conversations-lifecycle.js';
import { AnalysisController } from './events/analysis.controller.js';
import { EndingTurns } from './lease/ending-turns.js';
import { LateBegins } from './lease/late-begins.js';
import { LEASE_OWNER, LeaseKeeper } from './lease/lease-keeper.js';
import { LeaseTimers } from './lease/lease-timers.js';
import { Leftovers } from './lease/leftovers.js';
import { intervalScheduler, SCHEDULER, type Scheduler } from './lease/scheduler.js';
import { ConversationStore } from './log/conversation-store.js';
import { CONVERSATION_VAULT, conversationVault } from './log/conversation-vault.js';
import { Conversations } from './log/conversations.js';
import { ConversationsAdminController } from './rpc/conversations-admin.controller.js';
import { ConversationsController } from './rpc/conversations.controller.js';
import { InsightsController } from './rpc/insights.controller.js';
import { ReplayController } from './rpc/replay.controller.js';
import {
  defaultTranscriptReaders,
  TRANSCRIPT_READERS,
  TranscriptReadersGuard,
} from './rpc/transcript-readers.guard.js';
import { TranscriptController } from './rpc/transcript.controller.js';
import { BeginFirstTurn } from './turn/begin-first-turn.js';
import { BeginTurn } from './turn/begin-turn.js';
import { OpenPlace } from './turn/open-place.js';
import { defaultOutcomeDeadlineMs, OUTCOME_DEADLINE_MS, Patience } from './turn/patience.js';
import { defaultRecallWithinMs, RECALL_WITHIN_MS, Recollections } from './turn/recollections.js';
import { defaultOwnTurnsAtOnce, OWN_TURNS_AT_ONCE, OwnTurns } from './turn/own-turns.js';
import { RunningTurns } from './turn/running-turns.js';
import { DescribedTools } from './turn/described-tools.js';
import { SettleTurn } from './turn/settle-turn.js';
import { Summaries } from './turn/summaries.js';
import { TurnEngine } from './turn/turn-engine.js';
import { Recalls } from './turn/recalls.js';
import { ToolCalls } from './turn/tool-calls.js';
import { TurnMetrics } from './turn/turn-metrics.js';
import { Turns } from './turn/turns.js';

export interface ConversationsOptions {
  /** Where IdentityService and DataKeyService listen. */
  readonly identityAddress: string;
  /** Where AgentsService and ToolsService listen. */
  readonly agentsAddress: string;
  /** Where RecallService listens. */
  readonly memoryAddress: string;
  /** For network addresses. */
  readonly tls?: RpcTls | undefined;
  readonly models: Models;
  /** Who runs tools; the agents context by default. */
  readonly tools?: Tools;
  /**
   * Names this instance in the leases of its turns. It stays the same after a restart and is unique among running
   * instances: a start voids the turns of its own name.
   */
  readonly owner: string;
  /** Timers of the process by default. */
  readonly scheduler?: Scheduler;
  /** How long to look for the outcome of a commit without a response, in ms; 15 s by default. */
  readonly outcomeDeadlineMs?: number;
  /** How long a turn waits for memories of a returning user, in ms; 300 ms by default. */
  readonly recallWithinMs?: number;
  /** Turns that nobody asked for, at once; 16 by default. */
  readonly ownTurnsAtOnce?: number;
  /**
   * Names of the certificates that may read transcripts over the network; `defaultTranscriptReaders` by default. Over a
   * unix socket, the permission to open it is enough.
   */
  readonly transcriptReaders?: readonly string[];
}

/** The conversations context: conversations and their turns. */
@Module({})
export class ConversationsModule {
  static register(options: ConversationsOptions): DynamicModule {
    const { identityAddress, agentsAddress, memoryAddress, tls } = options;
    return {
      module: ConversationsModule,
      imports: [
        RpcClientModule.register([
          { definition: IdentityServiceService, address: identityAddress, tls },
          { definition: DataKeyServiceService, address: identityAddress, tls },
          { definition: AgentsServiceService, address: agentsAddress, tls },
          { definition: ToolsServiceService, address: agentsAddress, tls },
          { definition: RecallServiceService, address: memoryAddress, tls },
        ]),
        SubjectKeysModule.register({ address: identityAddress, tls }),
      ],
      controllers: [
        ConversationsController,
        InsightsController,
        ReplayController,
        ConversationsAdminController,
        TranscriptController,
        ErasureController,
        AnalysisController,
        WorkspaceConversationsController,
        WaitsController,
        SurfacesController,
      ],
      providers: [...useCases, ...turn, ...lease, ...log, ...outside(options)],
      exports: [ContextLifecycle, ReadModels, VerifyLog, Leftovers],
    };
  }
}

const useCases: readonly Provider[] = [
  CreateConversation,
  Interact,
  FinishConversation,
  ModifyConversationTags,
  ListToolInvocations,
  RecommendResponses,
  SuggestConversationStarters,
  ListConversations,
  ListMessages,
  ListModels,
  EndConversations,
  GetConversationCost,
  GetInteractionInsights,
  GetTranscript,
  StartWorkspaceConversation,
  TakeWorkspaceTurn,
  CollectTurns,
  ReadWorkspaceConversations,
  CloseWorkspaceConversation,
  DecideApproval,
  EndWait,
  CreateSurface,
  ReadSurfaces,
  ManageSurface,
  FillInSurface,
  MakeRequestedSurface,
  ReportSurface,
  SurfaceFollowUp,
  SwitchChannel,
  WorkspaceMessages,
  ToolCallsOfOperators,
  TranscriptReadersGuard,
  EraseSubject,
  RecordHistory,
  ReplayConversation,
  ListDecisions,
  { provide: ContextLifecycle, useClass: ConversationsLifecycle },
  ...erasing({ context: 'conversations', eraser: EraseUser, log: ConversationStore }),
];
const turn: readonly Provider[] = [
  Turns,
  TurnEngine,
  BeginTurn,
  BeginFirstTurn,
  DescribedTools,
  OpenPlace,
  SettleTurn,
  Summaries,
  ToolCalls,
  UnheardAnswers,
  Patience,
  Recalls,
  Recollections,
  OwnTurns,
  RunningTurns,
  TurnMetrics,
];
const lease: readonly Provider[] = [EndingTurns, LeaseKeeper, LateBegins, Leftovers, LeaseTimers];
const log: readonly Provider[] = [
  ConversationStore,
  Conversations,
  Surfaces,
  ReadModels,
  VerifyLog,
  TurnLogs,
  { provide: CONVERSATION_VAULT, inject: [SUBJECT_KEYS, DATABASE], useFactory: conversationVault },
];

function outside({
  models,
  tools,
  owner,
  scheduler = intervalScheduler,
  outcomeDeadlineMs = defaultOutcomeDeadlineMs,
  recallWithinMs = defaultRecallWithinMs,
  ownTurnsAtOnce = defaultOwnTurnsAtOnce,
  transcriptReaders = defaultTranscriptReaders,
}: ConversationsOptions): readonly Provider[] {
  return [
    {
      provide: USERS,
      useFactory: identityUsers,
      inject: [clientToken(IdentityServiceService), SUBJECT_KEYS],
    },
    {
      provide: ENTITIES,
      useFactory: entityKeys,
      inject: [clientToken(DataKeyServiceService), SUBJECT_KEYS],
    },
    {
      provide: WORKSPACES,
      useFactory: identityWorkspaces,
      inject: [clientToken(IdentityServiceService)],
    },
    { provide: DEFINITIONS, useFactory: agentDefinitions, inject: [clientToken(AgentsServiceService)] },
    {
      provide: MEMORIES,
      useFactory: memoryRecollections,
      inject: [clientToken(RecallServiceService)],
    },
    { provide: MODELS, useValue: models },
    tools
      ? { provide: TOOLS, useValue: tools }
      : { provide: TOOLS, useFactory: agentTools, inject: [clientToken(ToolsServiceService), USERS] },
    { provide: TRANSCRIPT_READERS, useValue: transcriptReaders },
    { provide: LEASE_OWNER, useValue: owner },
    { provide: SCHEDULER, useValue: scheduler },
    { provide: RECALL_WITHIN_MS, useValue: recallWithinMs },
    { provide: OWN_TURNS_AT_ONCE, useValue: ownTurnsAtOnce },
    { provide: OUTCOME_DEADLINE_MS, useValue: outcomeDeadlineMs },
  ];
}
