import {
  AgentMessageCompleted,
  ChannelSwitched,
  ConversationBriefed,
  ConversationDiscarded,
  ConversationFinished,
  ConversationStarted,
  ConversationSummarized,
  ConversationTagsChanged,
  EscalationRequested,
  ExternalEventQueued,
  FieldsCollected,
  FillersSaid,
  GuardrailsBroken,
  InnerThoughtRecorded,
  InteractionCompleted,
  InteractionStarted,
  InteractionVoided,
  RecollectionsRead,
  StateTransitioned,
  SubjectErased,
  SurfaceRequested,
  ToolIntentRecorded,
  ToolOutcomeRecorded,
  ToolsRead,
  TurnConditionsRecorded,
  TurnRecorded,
  UserProfileRead,
  WaitBegan,
  WaitEnded,
} from '@svc/contracts/conversations';
import type { FailureClass, ToolStatus } from '@svc/engine';
import { personalFields } from '@svc/contracts/personal-fields';
import { defineEventTypes, storedEvent } from '@svc/event-store';
import type { SubjectErasedEvent } from '@svc/service-host';
import type { ConversationEvent } from '../domain/conversation-event.js';
import type { SurfaceEvent } from '../domain/surface/surface-event.js';
import type {
  EscalationRequested as Escalation,
  SurfaceRequested as SurfaceRequest,
  WaitDecision,
  WaitKind,
} from '../domain/wait-events.js';
import { conditionsFromProto } from './condition-mapping.js';
import { finishReasons, interactionKinds, voidReasons } from './enum-mapping.js';
import { modelCallFromProto, modelCallToProto } from './model-call-mapping.js';
import { stored } from './stored-value.js';
import { surfaceEventTypes } from './surface-event-types.js';
import { toolCallFromProto } from './tool-call-mapping.js';
import { referenceFromProto, referenceToProto, messageFromProto, messageToProto } from './turn-mapping.js';
import { packWords, unpackWords } from './turn-words.js';

/** Every event of this context. */
export type ConversationsEvent = ConversationEvent | SurfaceEvent | SubjectErasedEvent;

/** How the events of this context are stored (proto/svc/conversations/v1/events.proto). */
export const conversationEventTypes = defineEventTypes<ConversationsEvent>({
  ...surfaceEventTypes,
  ConversationStarted: storedEvent({ codec: ConversationStarted, visibility: 'public', parts: ['pins'] }),
  UserProfileRead: storedEvent({
    codec: UserProfileRead,
    visibility: 'private',
    personalFields: personalFields['svc.conversations.v1.UserProfileRead'],
  }),
  RecollectionsRead: storedEvent({
    codec: RecollectionsRead,
    visibility: 'private',
    personalFields: personalFields['svc.conversations.v1.RecollectionsRead'],
    // The recall budget may exceed what an event holds.
    largePersonal: true,
  }),
  TurnConditionsRecorded: storedEvent({
    codec: TurnConditionsRecorded,
    parts: ['limits'],
    toProto: (conditions) => conditions,
    fromProto: conditionsFromProto,
    visibility: 'private',
  }),
  InteractionStarted: storedEvent({
    codec: InteractionStarted,
    toProto: (data) => ({
      ...data,
      kind: interactionKinds.toProto(data.kind),
      messages: data.messages.map(messageToProto),
    }),
    fromProto: (message) => ({
      ...message,
      kind: stored(interactionKinds.fromProto(message.kind), 'interaction kind'),
      messages: message.messages.map(messageFromProto),
    }),
    visibility: 'public',
    personalFields: personalFields['svc.conversations.v1.InteractionStarted'],
    // The longest turn has 310,000 characters.
    largePersonal: true,
  }),
  StateTransitioned: storedEvent({
    codec: StateTransitioned,
    visibility: 'public',
    personalFields: personalFields['svc.conversations.v1.StateTransitioned'],
  }),
  FieldsCollected: storedEvent({
    codec: FieldsCollected,
    visibility: 'public',
    personalFields: personalFields['svc.conversations.v1.FieldsCollected'],
    // A hundred fields of 2,000 characters.
    largePersonal: true,
  }),
  InnerThoughtRecorded: storedEvent({
    codec: InnerThoughtRecorded,
    parts: ['message'],
    toProto: (data) => ({ ...data, message: messageToProto(data.message) }),
    fromProto: (message) => ({ ...message, message: messageFromProto(message.message) }),
    visibility: 'public',
    personalFields: personalFields['svc.conversations.v1.InnerThoughtRecorded'],
    // A thought of 16,000 characters and the agent's name take up to 80,000 bytes.
    largePersonal: true,
  }),
  TurnRecorded: storedEvent({
    codec: TurnRecorded,
    toProto: ({ interactionId, calls, words }) => ({
      interactionId,
      calls: calls.map(modelCallToProto),
      words: words === null ? Buffer.alloc(0) : packWords(words),
    }),
    fromProto: ({ interactionId, calls, words }) => ({
      interactionId,
      calls: calls.map(modelCallFromProto),
      words: unpackWords(words),
    }),
    visibility: 'private',
    personalFields: personalFields['svc.conversations.v1.TurnRecorded'],
    // Each request holds all input of the turn, and a model may split its message into any number of pieces.
    largePersonal: true,
  }),
  ToolsRead: storedEvent({ codec: ToolsRead, visibility: 'private' }),
  ToolIntentRecorded: storedEvent({
    codec: ToolIntentRecorded,
    parts: ['call'],
    toProto: (data) => data,
    fromProto: (message) => ({ ...message, call: toolCallFromProto(message.call) }),
    visibility: 'private',
    personalFields: personalFields['svc.conversations.v1.ToolIntentRecorded'],
    // The input of a tool has up to 50,000 characters.
    largePersonal: true,
  }),
  ToolOutcomeRecorded: storedEvent({
    codec: ToolOutcomeRecorded,
    parts: ['call'],
    toProto: (data) => data,
    fromProto: (message) => ({
      ...message,
      call: toolCallFromProto(message.call),
      // Only the engine writes them.
      status: message.status as ToolStatus,
      failure: message.failure as FailureClass | null,
    }),
    visibility: 'public',
    personalFields: personalFields['svc.conversations.v1.ToolOutcomeRecorded'],
    // The result of a tool has up to 100,000 characters.
    largePersonal: true,
  }),
  WaitBegan: storedEvent({
    codec: WaitBegan,
    toProto: (data) => data,
    fromProto: (message) => ({
      ...message,
      // Only the decider writes them.
      kind: message.kind as WaitKind,
      call: message.call ? toolCallFromProto(message.call) : null,
    }),
    visibility: 'public',
    personalFields: personalFields['svc.conversations.v1.WaitBegan'],
    // The input of a tool has up to 50,000 characters.
    largePersonal: true,
  }),
  WaitEnded: storedEvent({
    codec: WaitEnded,
    toProto: (data) => data,
    fromProto: (message) => ({ ...message, decision: message.decision as WaitDecision }),
    visibility: 'public',
    personalFields: personalFields['svc.conversations.v1.WaitEnded'],
  }),
  ExternalEventQueued: storedEvent({
    codec: ExternalEventQueued,
    parts: ['message'],
    toProto: (data) => ({ ...data, message: messageToProto(data.message) }),
    fromProto: (message) => ({ ...message, message: messageFromProto(message.message) }),
    visibility: 'private',
    personalFields: personalFields['svc.conversations.v1.ExternalEventQueued'],
    // What a form says has up to 20,000 characters.
    largePersonal: true,
  }),
  SurfaceRequested: storedEvent({
    codec: SurfaceRequested,
    toProto: (data) => data,
    fromProto: (message) => ({ ...message, purpose: message.purpose as SurfaceRequest['purpose'] }),
    visibility: 'private',
    personalFields: personalFields['svc.conversations.v1.SurfaceRequested'],
    // The author of a graph may write a form of any length.
    largePersonal: true,
  }),
  EscalationRequested: storedEvent({
    codec: EscalationRequested,
    toProto: (data) => data,
    fromProto: (message) => ({ ...message, trigger: message.trigger as Escalation['trigger'] }),
    visibility: 'public',
    personalFields: personalFields['svc.conversations.v1.EscalationRequested'],
  }),
  ConversationSummarized: storedEvent({
    codec: ConversationSummarized,
    visibility: 'private',
    personalFields: personalFields['svc.conversations.v1.ConversationSummarized'],
  }),
  AgentMessageCompleted: storedEvent({
    codec: AgentMessageCompleted,
    parts: ['message'],
    toProto: (data) => ({ ...data, message: messageToProto(data.message) }),
    fromProto: (message) => ({ ...message, message: messageFromProto(message.message) }),
    visibility: 'public',
    personalFields: personalFields['svc.conversations.v1.AgentMessageCompleted'],
  }),
  InteractionCompleted: storedEvent({
    codec: InteractionCompleted,
    toProto: (data) => ({ ...data, messages: data.messages.map(referenceToProto) }),
    fromProto: (message) => ({ ...message, messages: message.messages.map(referenceFromProto) }),
    visibility: 'public',
  }),
  InteractionVoided: storedEvent({
    codec: InteractionVoided,
    toProto: (data) => ({ ...data, reason: voidReasons.toProto(data.reason) }),
    fromProto: (message) => ({
      ...message,
      reason: stored(voidReasons.fromProto(message.reason), 'void reason'),
    }),
    visibility: 'public',
  }),
  ConversationFinished: storedEvent({
    codec: ConversationFinished,
    toProto: (data) => ({ ...data, reason: finishReasons.toProto(data.reason) }),
    fromProto: (message) => ({
      ...message,
      reason: stored(finishReasons.fromProto(message.reason), 'finish reason'),
    }),
    visibility: 'public',
  }),
  ConversationBriefed: storedEvent({
    codec: ConversationBriefed,
    visibility: 'private',
    personalFields: personalFields['svc.conversations.v1.ConversationBriefed'],
    // An instruction of 10,000 characters and a greeting of 2,000.
    largePersonal: true,
  }),
  ChannelSwitched: storedEvent({
    codec: ChannelSwitched,
    visibility: 'public',
    personalFields: personalFields['svc.conversations.v1.ChannelSwitched'],
  }),
  GuardrailsBroken: storedEvent({
    codec: GuardrailsBroken,
    toProto: (data) => ({ ...data, breaches: data.breaches.map((breach) => ({ ...breach })) }),
    fromProto: (message) => ({
      ...message,
      breaches: message.breaches.map((breach) => ({
        ...breach,
        enforcement: breach.enforcement === 'soft' ? 'soft' : 'hard',
        cause: breach.cause === 'unjudged' ? 'unjudged' : 'judged',
      })),
    }),
    visibility: 'public',
    personalFields: personalFields['svc.conversations.v1.GuardrailsBroken'],
  }),
  FillersSaid: storedEvent({
    codec: FillersSaid,
    toProto: (data) => ({ ...data, fillers: data.fillers.map((filler) => ({ ...filler })) }),
    fromProto: (message) => message,
    visibility: 'private',
    personalFields: personalFields['svc.conversations.v1.FillersSaid'],
  }),
  ConversationTagsChanged: storedEvent({ codec: ConversationTagsChanged, visibility: 'public' }),
  ConversationDiscarded: storedEvent({ codec: ConversationDiscarded, visibility: 'public' }),
  SubjectErased: storedEvent({ codec: SubjectErased, visibility: 'public' }),
});
