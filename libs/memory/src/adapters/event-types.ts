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
import { defineEventTypes, storedEvent } from '@svc/event-store';
import type { SubjectErasedEvent } from '@svc/service-host';
import type { ConversationMemoriesEvent } from '../domain/conversation-memories/conversation-memories.js';
import type { EpisodeEvent } from '../domain/episode/episode.js';
import type { PostProcessingEvent } from '../domain/post-processing/post-processing.js';
import type { UserModelEvent } from '../domain/user-model/user-model-decider.js';
import { stageFromProto, stageToProto } from './stage-mapping.js';
import { entryFromProto, entryToProto } from './user-model-mapping.js';

/** Every event of this context. */
export type MemoryEvent =
  PostProcessingEvent | ConversationMemoriesEvent | EpisodeEvent | UserModelEvent | SubjectErasedEvent;

/** How the events of this context are stored (proto/svc/memory/v1/events.proto). */
export const memoryEventTypes = defineEventTypes<MemoryEvent>({
  PostProcessingStarted: storedEvent({
    codec: PostProcessingStarted,
    visibility: 'private',
    parts: ['conversation'],
  }),
  PostProcessingStageCompleted: storedEvent({
    codec: PostProcessingStageCompleted,
    visibility: 'public',
    toProto: (data) => ({ ...data, stage: stageToProto(data.stage) }),
    fromProto: (message) => ({ ...message, stage: stageFromProto(message.stage) }),
  }),
  PostProcessingAttemptFailed: storedEvent({
    codec: PostProcessingAttemptFailed,
    visibility: 'private',
    toProto: (data) => ({ ...data, stage: stageToProto(data.stage) }),
    fromProto: (message) => ({ ...message, stage: stageFromProto(message.stage) }),
  }),
  PostProcessingResumed: storedEvent({ codec: PostProcessingResumed, visibility: 'private' }),
  PostProcessingAbandoned: storedEvent({ codec: PostProcessingAbandoned, visibility: 'private' }),
  MemoriesExtracted: storedEvent({
    codec: MemoriesExtracted,
    visibility: 'private',
    parts: ['conversation'],
    personalFields: personalFields['svc.memory.v1.MemoriesExtracted'],
    // As many memories as a long conversation gives, with the words that they quote.
    largePersonal: true,
  }),
  MemoriesRetracted: storedEvent({ codec: MemoriesRetracted, visibility: 'private' }),
  WordsRetracted: storedEvent({ codec: WordsRetracted, visibility: 'private', parts: ['conversation'] }),
  EpisodeModelled: storedEvent({
    codec: EpisodeModelled,
    visibility: 'private',
    parts: ['conversation'],
    toProto: (data) => ({ ...data, entries: data.entries.map(entryToProto) }),
    fromProto: (message) => ({ ...message, entries: message.entries.map(entryFromProto) }),
    personalFields: personalFields['svc.memory.v1.EpisodeModelled'],
    largePersonal: true,
  }),
  UserModelUpdated: storedEvent({
    codec: UserModelUpdated,
    visibility: 'private',
    parts: ['conversation'],
    toProto: (data) => ({ ...data, entries: data.entries.map(entryToProto) }),
    fromProto: (message) => ({ ...message, entries: message.entries.map(entryFromProto) }),
    personalFields: personalFields['svc.memory.v1.UserModelUpdated'],
    // Entries come with their history.
    largePersonal: true,
  }),
  SubjectErased: storedEvent({ codec: SubjectErased, visibility: 'public' }),
});
