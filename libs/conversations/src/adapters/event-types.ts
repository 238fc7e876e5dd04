import {
  AgentMessageCompleted,
  ConversationDiscarded,
  ConversationFinished,
  ConversationStarted,
  ConversationSummarized,
  DecisionRecorded,
  InnerThoughtRecorded,
  InteractionCompleted,
  InteractionStarted,
  InteractionVoided,
  ModelCallRecorded,
  ModelExchangesRecorded,
  RecollectionsRead,
  StateTransitioned,
  SubjectErased,
  TurnConditionsRecorded,
  TurnFactsRecorded,
  UserProfileRead,
} from '@svc/contracts/conversations';
import { personalFields } from '@svc/contracts/personal-fields';
import { defineEventTypes, eventType } from '@svc/event-store';
import type { SubjectErasedEvent } from '@svc/service-host';
import type { ConversationEvent } from '../domain/conversation-event.js';
import { conditionsFromMessage, conditionsToMessage } from './condition-messages.js';
import { finishReasons, interactionKinds, voidReasons } from './enum-messages.js';
import { startedFromMessage, startedToMessage, userFromMessage, userToMessage } from './identity-messages.js';
import {
  exchangesFromMessage,
  exchangesToMessage,
  modelCallFromMessage,
  modelCallToMessage,
} from './model-call-messages.js';
import { packJson, unpackJson } from './packed-json.js';
import { recollectionsFromMessage, recollectionsToMessage } from './recollection-messages.js';
import { stored } from './stored-value.js';
import {
  decisionFromMessage,
  decisionToMessage,
  referenceFromMessage,
  referenceToMessage,
  saidFromMessage,
  saidToMessage,
  transitionFromMessage,
  transitionToMessage,
} from './turn-messages.js';

/** Every event of this context. */
export type ConversationsEvent = ConversationEvent | SubjectErasedEvent;
type DataOf<Type extends ConversationsEvent['type']> = Extract<ConversationsEvent, { type: Type }>['data'];

/** How the events of this context are stored (proto/svc/conversations/v1/events.proto). */
export const conversationEventTypes = defineEventTypes<ConversationsEvent>({
  ConversationStarted: eventType<DataOf<'ConversationStarted'>, ConversationStarted>({
    codec: ConversationStarted,
    toMessage: startedToMessage,
    fromMessage: startedFromMessage,
    visibility: 'public',
  }),
  UserProfileRead: eventType<DataOf<'UserProfileRead'>, UserProfileRead>({
    codec: UserProfileRead,
    toMessage: userToMessage,
    fromMessage: userFromMessage,
    visibility: 'private',
    personalFields: personalFields['svc.conversations.v1.UserProfileRead'],
  }),
  RecollectionsRead: eventType<DataOf<'RecollectionsRead'>, RecollectionsRead>({
    codec: RecollectionsRead,
    toMessage: recollectionsToMessage,
    fromMessage: recollectionsFromMessage,
    visibility: 'private',
    personalFields: personalFields['svc.conversations.v1.RecollectionsRead'],
    // How much is recalled is another matter than what an event holds.
    largePersonal: true,
  }),
  TurnConditionsRecorded: eventType<DataOf<'TurnConditionsRecorded'>, TurnConditionsRecorded>({
    codec: TurnConditionsRecorded,
    toMessage: conditionsToMessage,
    fromMessage: conditionsFromMessage,
    visibility: 'private',
  }),
  InteractionStarted: eventType<DataOf<'InteractionStarted'>, InteractionStarted>({
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
  StateTransitioned: eventType<DataOf<'StateTransitioned'>, StateTransitioned>({
    codec: StateTransitioned,
    toMessage: transitionToMessage,
    fromMessage: transitionFromMessage,
    visibility: 'public',
  }),
  InnerThoughtRecorded: eventType<DataOf<'InnerThoughtRecorded'>, InnerThoughtRecorded>({
    codec: InnerThoughtRecorded,
    toMessage: (data) => ({ ...data, message: saidToMessage(data.message) }),
    fromMessage: (message) => ({ ...message, message: saidFromMessage(message.message) }),
    visibility: 'public',
    personalFields: personalFields['svc.conversations.v1.InnerThoughtRecorded'],
    // A thought of 16,000 characters and the agent's name take up to 80,000 bytes.
    largePersonal: true,
  }),
  ModelCallRecorded: eventType<DataOf<'ModelCallRecorded'>, ModelCallRecorded>({
    codec: ModelCallRecorded,
    toMessage: modelCallToMessage,
    fromMessage: modelCallFromMessage,
    visibility: 'private',
  }),
  ModelExchangesRecorded: eventType<DataOf<'ModelExchangesRecorded'>, ModelExchangesRecorded>({
    codec: ModelExchangesRecorded,
    toMessage: exchangesToMessage,
    fromMessage: exchangesFromMessage,
    visibility: 'private',
    personalFields: personalFields['svc.conversations.v1.ModelExchangesRecorded'],
    // Of what was heard each request holds all, and of a language with long characters little can be pressed out.
    largePersonal: true,
  }),
  TurnFactsRecorded: eventType<DataOf<'TurnFactsRecorded'>, TurnFactsRecorded>({
    codec: TurnFactsRecorded,
    toMessage: ({ interactionId, facts }) => ({ interactionId, facts: packJson(facts) }),
    fromMessage: ({ interactionId, facts }) => ({ interactionId, facts: unpackJson(facts) }),
    visibility: 'private',
    personalFields: personalFields['svc.conversations.v1.TurnFactsRecorded'],
    // They are cut between facts, and a piece of a message may be as long as its model likes.
    largePersonal: true,
  }),
  ConversationSummarized: eventType<DataOf<'ConversationSummarized'>, ConversationSummarized>({
    codec: ConversationSummarized,
    toMessage: ({ interactionId, text, messages }) => ({ interactionId, text: text ?? undefined, messages }),
    fromMessage: ({ interactionId, text, messages }) => ({ interactionId, text: text ?? null, messages }),
    visibility: 'private',
    personalFields: personalFields['svc.conversations.v1.ConversationSummarized'],
  }),
  DecisionRecorded: eventType<DataOf<'DecisionRecorded'>, DecisionRecorded>({
    codec: DecisionRecorded,
    toMessage: decisionToMessage,
    fromMessage: decisionFromMessage,
    visibility: 'private',
    personalFields: personalFields['svc.conversations.v1.DecisionRecorded'],
  }),
  AgentMessageCompleted: eventType<DataOf<'AgentMessageCompleted'>, AgentMessageCompleted>({
    codec: AgentMessageCompleted,
    toMessage: (data) => ({ ...data, message: saidToMessage(data.message) }),
    fromMessage: (message) => ({ ...message, message: saidFromMessage(message.message) }),
    visibility: 'public',
    personalFields: personalFields['svc.conversations.v1.AgentMessageCompleted'],
  }),
  InteractionCompleted: eventType<DataOf<'InteractionCompleted'>, InteractionCompleted>({
    codec: InteractionCompleted,
    toMessage: (data) => ({ ...data, messages: data.messages.map(referenceToMessage) }),
    fromMessage: (message) => ({ ...message, messages: message.messages.map(referenceFromMessage) }),
    visibility: 'public',
  }),
  InteractionVoided: eventType<DataOf<'InteractionVoided'>, InteractionVoided>({
    codec: InteractionVoided,
    toMessage: (data) => ({ ...data, reason: voidReasons.toMessage(data.reason) }),
    fromMessage: (message) => ({
      ...message,
      reason: stored(voidReasons.fromMessage(message.reason), 'void reason'),
    }),
    visibility: 'public',
  }),
  ConversationFinished: eventType<DataOf<'ConversationFinished'>, ConversationFinished>({
    codec: ConversationFinished,
    toMessage: (data) => ({ ...data, reason: finishReasons.toMessage(data.reason) }),
    fromMessage: (message) => ({
      ...message,
      reason: stored(finishReasons.fromMessage(message.reason), 'finish reason'),
    }),
    visibility: 'public',
  }),
  ConversationDiscarded: eventType<DataOf<'ConversationDiscarded'>, ConversationDiscarded>({
    codec: ConversationDiscarded,
    toMessage: (data) => data,
    fromMessage: (message) => message,
    visibility: 'public',
  }),
  SubjectErased: eventType<DataOf<'SubjectErased'>, SubjectErased>({
    codec: SubjectErased,
    toMessage: (data) => data,
    fromMessage: (message) => message,
    visibility: 'public',
  }),
});
