import { Module } from '@nestjs/common';
import { WorldStore } from './adapters/world-store.js';
import { ConversationActivities, KnownDefinitions } from './application/activities.js';
import { ChangeEnrichmentKeys } from './application/change-enrichment-keys.js';
import { EnrichmentKeys } from './application/enrichment-keys.js';
import { ListEnrichmentKeys } from './application/list-enrichment-keys.js';
import { ReadAnalytics } from './application/read-analytics.js';
import { ReadModels } from './application/read-models.js';
import { VerifyLog } from './application/verify-log.js';
import { ActivityController } from './events/activity.controller.js';
import { KnownDefinitionsController } from './events/known-definitions.controller.js';
import { AnalyticsController } from './rpc/analytics.controller.js';
import { WorldController } from './rpc/world.controller.js';

/** Figures of workspaces. */
const analytics = {
  controllers: [AnalyticsController, ActivityController, KnownDefinitionsController],
  providers: [ConversationActivities, KnownDefinitions, ReadAnalytics],
};

/** What workspaces know of people, places and things. */
@Module({
  controllers: [WorldController, ...analytics.controllers],
  providers: [
    ...[WorldStore, ReadModels, VerifyLog, EnrichmentKeys, ChangeEnrichmentKeys, ListEnrichmentKeys],
    ...analytics.providers,
  ],
  exports: [ReadModels, VerifyLog],
})
export class WorldModule {}
