import { describeRecordedHistories } from '@svc/event-store/history-contract';
import { conversationMemoriesDecider } from '../domain/conversation-memories/conversation-memories.js';
import { episodeDecider } from '../domain/episode/episode.js';
import { postProcessingDecider } from '../domain/post-processing/post-processing.js';
import { userModelDecider } from '../domain/user-model/user-model-decider.js';
import { memoryEventTypes } from './event-types.js';

describeRecordedHistories({
  folder: new URL('../../test/recorded-histories/', import.meta.url),
  types: memoryEventTypes,
  deciders: {
    post_processing: postProcessingDecider,
    conversation_memories: conversationMemoriesDecider,
    episode: episodeDecider,
    user_model: userModelDecider,
  },
});
