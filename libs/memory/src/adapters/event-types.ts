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
import { conversationFromProto, conversationToProto } from './conversation-mapping.js';
import { memoryFromProto, memoryToProto } from './memory-mapping.js';
import { stageFromProto, stageToProto } from './stage-mapping.js';
import { entriesFromProto, entriesToProto } from './user-model-mapping.js';

/** Every event of this context. */
export type MemoryEvent =
  PostProcessingEvent | ConversationMemoriesEvent | EpisodeEvent | UserModelEvent | SubjectErasedEvent;
type DataOf<Type extends MemoryEvent['type']> = Extract<MemoryEvent, { type: Type }>['data'];

/** How the events of this context are stored (proto/svc/memory/v1/events.proto). */
export const memoryEventTypes = defineEventTypes<MemoryEvent>({
  PostProcessingStarted: eventType<DataOf<'PostProcessingStarted'>, PostProcessingStarted>({
    codec: PostProcessingStarted,
    visibility: 'private',
    toProto: (data) => ({ ...data, conversation: conversationToProto(data.conversation) }),
    fromProto: (message) => ({ ...message, conversation: conversationFromProto(message.conversation) }),
  }),
  PostProcessingStageCompleted: eventType<
    DataOf<'PostProcessingStageCompleted'>,
    PostProcessingStageCompleted
  >({
    codec: PostProcessingStageCompleted,
    visibility: 'public',
    toProto: (data) => ({ ...data, stage: stageToProto(data.stage) }),
    fromProto: (message) => ({ ...message, stage: stageFromProto(message.stage) }),
  }),
  PostProcessingAttemptFailed: eventType<DataOf<'PostProcessingAttemptFailed'>, PostProcessingAttemptFailed>({
    codec: PostProcessingAttemptFailed,
    visibility: 'private',
    toProto: ({ stage, retryAtMs, ...data }) => ({
      ...data,
      stage: stageToProto(stage),
      retryAtMs: retryAtMs ?? undefined,
    }),
    fromProto: ({ stage, retryAtMs, ...message }) => ({
      ...message,
      stage: stageFromProto(stage),
      retryAtMs: retryAtMs ?? null,
    }),
  }),
  PostProcessingResumed: eventType<DataOf<'PostProcessingResumed'>, PostProcessingResumed>({
    codec: PostProcessingResumed,
    visibility: 'private',
    toProto: (data) => data,
    fromProto: (message) => message,
  }),
  PostProcessingAbandoned: eventType<DataOf<'PostProcessingAbandoned'>, PostProcessingAbandoned>({
    codec: PostProcessingAbandoned,
    visibility: 'private',
    toProto: (data) => data,
    fromProto: (message) => message,
  }),
  MemoriesExtracted: eventType<DataOf<'MemoriesExtracted'>, MemoriesExtracted>({
    codec: MemoriesExtracted,
    visibility: 'private',
    toProto: (data) => ({
      ...data,
      conversation: conversationToProto(data.conversation),
      memories: data.memories.map(memoryToProto),
    }),
    fromProto: (message) => ({
      ...message,
      conversation: conversationFromProto(message.conversation),
      memories: message.memories.map(memoryFromProto),
    }),
    personalFields: personalFields['svc.memory.v1.MemoriesExtracted'],
    // As many memories as a long conversation gives, with the words that they quote.
    largePersonal: true,
  }),
  MemoriesRetracted: eventType<DataOf<'MemoriesRetracted'>, MemoriesRetracted>({
    codec: MemoriesRetracted,
    visibility: 'private',
    toProto: (data) => ({ ...data, memoryIds: [...data.memoryIds] }),
    fromProto: (message) => message,
  }),
  WordsRetracted: eventType<DataOf<'WordsRetracted'>, WordsRetracted>({
    codec: WordsRetracted,
    visibility: 'private',
    toProto: ({ messageId, ...data }) => ({
      ...data,
      conversation: conversationToProto(data.conversation),
      messageId: messageId ?? undefined,
    }),
    fromProto: ({ messageId, ...message }) => ({
      ...message,
      conversation: conversationFromProto(message.conversation),
      messageId: messageId ?? null,
    }),
  }),
  EpisodeModelled: eventType<DataOf<'EpisodeModelled'>, EpisodeModelled>({
    codec: EpisodeModelled,
    visibility: 'private',
    toProto: (data) => ({
      ...entriesToProto(data),
      retractedMemoryIds: [...data.retractedMemoryIds],
    }),
    fromProto: entriesFromProto,
    personalFields: personalFields['svc.memory.v1.EpisodeModelled'],
    largePersonal: true,
  }),
  UserModelUpdated: eventType<DataOf<'UserModelUpdated'>, UserModelUpdated>({
    codec: UserModelUpdated,
    visibility: 'private',
    toProto: (data) => ({
      ...entriesToProto(data),
      removedKeys: [...data.removedKeys],
      retractedMemoryIds: [...data.retractedMemoryIds],
    }),
    fromProto: entriesFromProto,
    personalFields: personalFields['svc.memory.v1.UserModelUpdated'],
    // Entries come with their history.
    largePersonal: true,
  }),
  SubjectErased: eventType<DataOf<'SubjectErased'>, SubjectErased>({
    codec: SubjectErased,
    visibility: 'public',
    toProto: (data) => data,
    fromProto: (message) => message,
  }),
});
