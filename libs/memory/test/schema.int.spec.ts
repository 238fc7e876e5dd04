import { describeTables } from '@svc/event-store/table-contract';
import { postProcessingAggregate } from '../src/application/post-processings.js';
import { userModelAggregate } from '../src/application/user-models.js';
import { episodeAggregate } from '../src/application/episodes.js';
import { conversationMemoriesAggregate } from '../src/application/memories.js';
import { memoryContext } from '../src/index.js';

describeTables({
  migrations: memoryContext.migrations,
  aggregates: [postProcessingAggregate, userModelAggregate, episodeAggregate, conversationMemoriesAggregate],
});
