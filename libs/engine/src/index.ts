export type { AgentIdentity, AgentProfile, RelationshipToDeveloper } from './agent/agent-profile.js';
export type {
  Action,
  ActionState,
  AnnotationState,
  CollectionField,
  CollectionFieldType,
  CollectionState,
  ContextGraph,
  DecisionState,
  ExitCondition,
  GraphState,
  NextState,
  PassthroughState,
  Place,
  RecallState,
  ReflectionState,
  SpeakingState,
  StateName,
  ToolCallState,
  VersionInfo,
  Visit,
  WaitFor,
  Wanted,
} from './graph/context-graph.js';
export { collectionFieldTypes } from './graph/context-graph.js';
export {
  distancesToSpeaking,
  indexStates,
  isSpeaking,
  nextStates,
  type StateIndex,
} from './graph/graph-index.js';
export type { AudioFillers, ProgressClass, ProgressHint } from './graph/progress-hint.js';
export {
  channelKinds,
  type ChannelKind,
  type ChannelOverride,
  type ChannelOverrides,
  type Guardrail,
} from './graph/speech-rules.js';
export type { Delivery, FailureClass, PreloadSpec, ResultPersistence, ToolSpec } from './graph/tool-spec.js';
export type {
  AttemptListener,
  CallFailure,
  FinishReason,
  ModelAttempt,
  ModelUsage,
} from './model/model-attempt.js';
export type { UnusedMessage } from './model/unused-message.js';
export type { JudgementOrder } from './model/judgement-order.js';
export { lostReason } from './model/lost-reason.js';
export { judgementOrderOf } from './model/judgement-order.js';
export type {
  ArgumentsRequest,
  ChoiceListener,
  EngageRequest,
  FillerRequest,
  GuardRequest,
  Judgement,
  JudgeRequest,
  ModelIdentity,
  ModelPort,
  ModelRequest,
  RecommendRequest,
  ReflectRequest,
  SummarizeRequest,
  WordsRequest,
} from './model/model-port.js';
export type { SceneTools, ShownToolCall, ToolOffer } from './model/tool-task.js';
export type {
  ArgumentsTask,
  CallKind,
  Choice,
  EngageTask,
  FillerTask,
  GuardRule,
  GuardTask,
  JudgeTask,
  ModelTask,
  RecommendTask,
  Scene,
  ReflectTask,
  SummarizeTask,
} from './model/model-task.js';
export { contextTokensOf } from './model/context-size.js';
export type { PromptMessage } from './model/prompt-message.js';
export { estimatedTokens } from './prompt/estimated-tokens.js';
export { fence } from './prompt/fence.js';
export { plainSpeech } from './prompt/plain-speech.js';
export { recollectionLength, recollectionsFrameLength } from './prompt/recollections.js';
export type { ModelErrorKind } from './model/model-error.js';
export { isOutage, ModelError } from './model/model-error.js';
export type { Commit, CommitContents, TurnCommand, TurnEnd, TurnRecord } from './protocol/turn-command.js';
export type { TimedFact, TurnBegan, TurnEnded, TurnFact } from './protocol/turn-fact.js';
export { turnBegan } from './protocol/turn-fact.js';
export type { KeyedHash } from './recording/turn-recorder.js';
export { requestJson } from './recording/request-json.js';
export { TurnRecorder } from './recording/turn-recorder.js';
export type { TurnOutcome } from './recording/unused-messages.js';
export type { RecordedCall, RecordedRequest } from './protocol/recorded-call.js';
export type { RecordedFact } from './protocol/recorded-fact.js';
export { readFacts } from './recording/read-facts.js';
export type { CommitAnswer, TurnPorts } from './driver/driver.js';
export type { TurnTimers } from './driver/turn-timers.js';
export type { ToolPort } from './driver/live-tool.js';
export { answerOfTool } from './driver/live-tool.js';
export { recommendationRequest, type Recommending } from './recommending/recommendation-request.js';
export { startersOf, startersRequest, type Starter, type StartersAsked } from './recommending/starters.js';
export { suggestionsOf } from './recommending/suggestions.js';
export { sumUp } from './driver/sum-up.js';
export { runTurn } from './driver/run-turn.js';
export type {
  FinalRuling,
  MessageUnderWay,
  Ruling,
  SpeechPolicy,
  UnsaidText,
} from './protocol/speech-policy.js';
export type { TurnErrorKind } from './turn/turn-error.js';
export { TurnError } from './turn/turn-error.js';
export type { TranscriptMessage, TranscriptMessageType } from './input/transcript-message.js';
export type {
  InteractionInput,
  LoadedGraph,
  Recollection,
  TurnContext,
  TurnRequest,
  TurnLimits,
  TurnUser,
} from './input/turn-request.js';
export type {
  KnownToolCall,
  ToolCall,
  ToolCallPurpose,
  ToolHandling,
  ToolOutcome,
  ToolStatus,
} from './input/tool-call.js';
export { outlivesItsTurn, wasParked } from './input/tool-call.js';
export { deliveryOf } from './tools/delivery.js';
export type { SessionValues, ToolDescriptor } from './input/tool-descriptor.js';
export { sessionNames } from './input/tool-descriptor.js';
export type { ToolNote } from './protocol/tool-note.js';
export { heardCalls, withNote } from './tools/known-calls.js';
export { resultText, storedOutcome } from './tools/persistence.js';
export { outcomeOf, type ToolAnswer } from './tools/outcome-of.js';
export { toolsNamedBy, type NamedTool } from './tools/tools-named-by.js';
export { operatorTool } from './tools/operator-tool.js';
export type {
  Carried,
  CarriedWaits,
  CollectionRecord,
  ConversationSummary,
  NewSummary,
} from './input/carried.js';
export { defaultTurnLimits } from './input/turn-request.js';
export { characters, isSpoken, transcriptWindow } from './prompt/transcript-window.js';
export { TurnMachine } from './turn/turn-machine.js';
export type {
  DecisionRecord,
  EngagementRecord,
  Escalation,
  NewWait,
  SurfaceRequest,
  GuardrailBreach,
  SaidFiller,
  TransitionLog,
  TurnResult,
  Verdict,
} from './protocol/turn-result.js';
export type { CurrentAgentAction, TurnSignal } from './protocol/turn-signal.js';
export { engineVersion, equalEngineVersions, equalPromptVersions, promptVersion } from './versions.js';
export { queriesAndResponses, recallTool, type QueryAndResponse } from './tools/recall-tool.js';
export type { SurfaceConditionSpec, SurfaceFieldSpec, SurfaceSpec } from './surface/surface-form.js';
export {
  checkedSurfaceValue,
  isEmptyValue,
  missingFieldsOf,
  takesValue,
  valuesOf,
  visibleFields,
  type SurfaceValue,
  type SurfaceValues,
} from './surface/surface-values.js';
