import {
  AgentMessageCompleted,
  ConversationDiscarded,
  ConversationFinished,
  ConversationStarted,
  ConversationSummarized,
  InnerThoughtRecorded,
  InteractionCompleted,
  InteractionStarted,
  InteractionVoided,
  RecollectionsRead,
  StateTransitioned,
  SubjectErased,
  TurnConditionsRecorded,
  TurnRecorded,
  UserProfileRead,
} from '@svc/contracts/conversations';
import { personalFields } from '@svc/contracts/personal-fields';
import { defineEventTypes, storedEvent } from '@svc/event-store';
import type { SubjectErasedEvent } from '@svc/service-host';
import type { ConversationEvent } from '../domain/conversation-event.js';
import { conditionsFromMessage, conditionsToMessage } from './condition-messages.js';
import { finishReasons, interactionKinds, voidReasons } from './enum-messages.js';
import { modelCallFromMessage, modelCallToMessage } from './model-call-messages.js';
import { stored } from './stored-value.js';
import { referenceFromMessage, referenceToMessage, saidFromMessage, saidToMessage } from './turn-messages.js';
import { packWords, unpackWords } from './turn-words.js';

/** Every event of this context. */
export type ConversationsEvent = ConversationEvent | SubjectErasedEvent;

/** How the events of this context are stored (proto/svc/conversations/v1/events.proto). */
export const conversationEventTypes = defineEventTypes<ConversationsEvent>({
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
    // How much is recalled is another matter than what an event holds.
    largePersonal: true,
  }),
  TurnConditionsRecorded: storedEvent({
    codec: TurnConditionsRecorded,
    parts: ['limits'],
    toMessage: conditionsToMessage,
    fromMessage: conditionsFromMessage,
    visibility: 'private',
  }),
  InteractionStarted: storedEvent({
    codec: InteractionStarted,
    toMessage: (data) => ({
      ...data,
      kind: interactionKinds.toMessage(data.kind),
      messages: data.messages.map(saidToMessage),
    }),
    fromMessage: (message) => ({
      ...message,
      kind: stored(interactionKinds.fromMessage(message.kind), 'interaction kind'),
      messages: message.messages.map(saidFromMessage),
    }),
    visibility: 'public',
    personalFields: personalFields['svc.conversations.v1.InteractionStarted'],
    // The longest turn has 310,000 characters.
    largePersonal: true,
  }),
  StateTransitioned: storedEvent({ codec: StateTransitioned, visibility: 'public' }),
  InnerThoughtRecorded: storedEvent({
    codec: InnerThoughtRecorded,
    parts: ['message'],
    toMessage: (data) => ({ ...data, message: saidToMessage(data.message) }),
    fromMessage: (message) => ({ ...message, message: saidFromMessage(message.message) }),
    visibility: 'public',
    personalFields: personalFields['svc.conversations.v1.InnerThoughtRecorded'],
    // A thought of 16,000 characters and the agent's name take up to 80,000 bytes.
    largePersonal: true,
  }),
  TurnRecorded: storedEvent({
    codec: TurnRecorded,
    toMessage: ({ interactionId, calls, words }) => ({
      interactionId,
      calls: calls.map(modelCallToMessage),
      words: words === null ? Buffer.alloc(0) : packWords(words),
    }),
    fromMessage: ({ interactionId, calls, words }) => ({
      interactionId,
      calls: calls.map(modelCallFromMessage),
      words: unpackWords(words),
    }),
    visibility: 'private',
    personalFields: personalFields['svc.conversations.v1.TurnRecorded'],
    // Each request holds all of what was heard, and a model may cut its message into as many pieces as it likes.
    largePersonal: true,
  }),
  ConversationSummarized: storedEvent({
    codec: ConversationSummarized,
    visibility: 'private',
    personalFields: personalFields['svc.conversations.v1.ConversationSummarized'],
  }),
  AgentMessageCompleted: storedEvent({
    codec: AgentMessageCompleted,
    parts: ['message'],
    toMessage: (data) => ({ ...data, message: saidToMessage(data.message) }),
    fromMessage: (message) => ({ ...message, message: saidFromMessage(message.message) }),
    visibility: 'public',
    personalFields: personalFields['svc.conversations.v1.AgentMessageCompleted'],
  }),
  InteractionCompleted: storedEvent({
    codec: InteractionCompleted,
    toMessage: (data) => ({ ...data, messages: data.messages.map(referenceToMessage) }),
    fromMessage: (message) => ({ ...message, messages: message.messages.map(referenceFromMessage) }),
    visibility: 'public',
  }),
  InteractionVoided: storedEvent({
    codec: InteractionVoided,
    toMessage: (data) => ({ ...data, reason: voidReasons.toMessage(data.reason) }),
    fromMessage: (message) => ({
      ...message,
      reason: stored(voidReasons.fromMessage(message.reason), 'void reason'),
    }),
    visibility: 'public',
  }),
  ConversationFinished: storedEvent({
    codec: ConversationFinished,
    toMessage: (data) => ({ ...data, reason: finishReasons.toMessage(data.reason) }),
    fromMessage: (message) => ({
      ...message,
      reason: stored(finishReasons.fromMessage(message.reason), 'finish reason'),
    }),
    visibility: 'public',
  }),
  ConversationDiscarded: storedEvent({ codec: ConversationDiscarded, visibility: 'public' }),
  SubjectErased: storedEvent({ codec: SubjectErased, visibility: 'public' }),
});
