import {
  EpisodeModelled,
  MemoriesExtracted,
  MemoriesRetracted,
  PostProcessingAbandoned,
  PostProcessingAttemptFailed,
  PostProcessingResumed,
  PostProcessingStageCompleted,
  PostProcessingStarted,
  SubjectErased,
  UserModelUpdated,
  WordsRetracted,
} from '@svc/contracts/memory';
import { personalFields } from '@svc/contracts/personal-fields';
import { defineEventTypes, eventType } from '@svc/event-store';
import type { SubjectErasedEvent } from '@svc/service-host';
import type { ConversationMemoriesEvent } from '../domain/conversation-memories/conversation-memories.js';
import type { EpisodeEvent } from '../domain/episode/episode.js';
import type { PostProcessingEvent } from '../domain/post-processing/post-processing.js';
import type { UserModelEvent } from '../domain/user-model/user-model-decider.js';
import { conversationFromMessage, conversationToMessage } from './conversation-message.js';
import { memoryFromMessage, memoryToMessage } from './memory-messages.js';
import { stageFromMessage, stageToMessage } from './stage-messages.js';
import { entriesFromMessage, entriesToMessage } from './user-model-messages.js';

/** Every event of this context. */
export type MemoryEvent =
  PostProcessingEvent | ConversationMemoriesEvent | EpisodeEvent | UserModelEvent | SubjectErasedEvent;
type DataOf<Type extends MemoryEvent['type']> = Extract<MemoryEvent, { type: Type }>['data'];

/** How the events of this context are stored (proto/svc/memory/v1/events.proto). */
export const memoryEventTypes = defineEventTypes<MemoryEvent>({
  PostProcessingStarted: eventType<DataOf<'PostProcessingStarted'>, PostProcessingStarted>({
    codec: PostProcessingStarted,
    visibility: 'private',
    toMessage: (data) => ({ ...data, conversation: conversationToMessage(data.conversation) }),
    fromMessage: (message) => ({ ...message, conversation: conversationFromMessage(message.conversation) }),
  }),
  PostProcessingStageCompleted: eventType<
    DataOf<'PostProcessingStageCompleted'>,
    PostProcessingStageCompleted
  >({
    codec: PostProcessingStageCompleted,
    visibility: 'public',
    toMessage: (data) => ({ ...data, stage: stageToMessage(data.stage) }),
    fromMessage: (message) => ({ ...message, stage: stageFromMessage(message.stage) }),
  }),
  PostProcessingAttemptFailed: eventType<DataOf<'PostProcessingAttemptFailed'>, PostProcessingAttemptFailed>({
    codec: PostProcessingAttemptFailed,
    visibility: 'private',
    toMessage: ({ stage, retryAtMs, ...data }) => ({
      ...data,
      stage: stageToMessage(stage),
      retryAtMs: retryAtMs ?? undefined,
    }),
    fromMessage: ({ stage, retryAtMs, ...message }) => ({
      ...message,
      stage: stageFromMessage(stage),
      retryAtMs: retryAtMs ?? null,
    }),
  }),
  PostProcessingResumed: eventType<DataOf<'PostProcessingResumed'>, PostProcessingResumed>({
    codec: PostProcessingResumed,
    visibility: 'private',
    toMessage: (data) => data,
    fromMessage: (message) => message,
  }),
  PostProcessingAbandoned: eventType<DataOf<'PostProcessingAbandoned'>, PostProcessingAbandoned>({
    codec: PostProcessingAbandoned,
    visibility: 'private',
    toMessage: (data) => data,
    fromMessage: (message) => message,
  }),
  MemoriesExtracted: eventType<DataOf<'MemoriesExtracted'>, MemoriesExtracted>({
    codec: MemoriesExtracted,
    visibility: 'private',
    toMessage: (data) => ({
      ...data,
      conversation: conversationToMessage(data.conversation),
      memories: data.memories.map(memoryToMessage),
    }),
    fromMessage: (message) => ({
      ...message,
      conversation: conversationFromMessage(message.conversation),
      memories: message.memories.map(memoryFromMessage),
    }),
    personalFields: personalFields['svc.memory.v1.MemoriesExtracted'],
    // As many memories as a long conversation gives, with the words that they rest on.
    largePersonal: true,
  }),
  MemoriesRetracted: eventType<DataOf<'MemoriesRetracted'>, MemoriesRetracted>({
    codec: MemoriesRetracted,
    visibility: 'private',
    toMessage: (data) => ({ ...data, memoryIds: [...data.memoryIds] }),
    fromMessage: (message) => message,
  }),
  WordsRetracted: eventType<DataOf<'WordsRetracted'>, WordsRetracted>({
    codec: WordsRetracted,
    visibility: 'private',
    toMessage: ({ messageId, ...data }) => ({
      ...data,
      conversation: conversationToMessage(data.conversation),
      messageId: messageId ?? undefined,
    }),
    fromMessage: ({ messageId, ...message }) => ({
      ...message,
      conversation: conversationFromMessage(message.conversation),
      messageId: messageId ?? null,
    }),
  }),
  EpisodeModelled: eventType<DataOf<'EpisodeModelled'>, EpisodeModelled>({
    codec: EpisodeModelled,
    visibility: 'private',
    toMessage: (data) => ({
      ...entriesToMessage(data),
      retractedMemoryIds: [...data.retractedMemoryIds],
    }),
    fromMessage: entriesFromMessage,
    personalFields: personalFields['svc.memory.v1.EpisodeModelled'],
    largePersonal: true,
  }),
  UserModelUpdated: eventType<DataOf<'UserModelUpdated'>, UserModelUpdated>({
    codec: UserModelUpdated,
    visibility: 'private',
    toMessage: (data) => ({
      ...entriesToMessage(data),
      removedKeys: [...data.removedKeys],
      retractedMemoryIds: [...data.retractedMemoryIds],
    }),
    fromMessage: entriesFromMessage,
    personalFields: personalFields['svc.memory.v1.UserModelUpdated'],
    // Entries come with their history.
    largePersonal: true,
  }),
  SubjectErased: eventType<DataOf<'SubjectErased'>, SubjectErased>({
    codec: SubjectErased,
    visibility: 'public',
    toMessage: (data) => data,
    fromMessage: (message) => message,
  }),
});
