import { Module } from '@nestjs/common';
import { WorldStore } from './adapters/world-store.js';
import { ChangeEnrichmentKeys } from './application/change-enrichment-keys.js';
import { EnrichmentKeys } from './application/enrichment-keys.js';
import { ListEnrichmentKeys } from './application/list-enrichment-keys.js';
import { ReadModels } from './application/read-models.js';
import { VerifyLog } from './application/verify-log.js';
import { WorldController } from './rpc/world.controller.js';

/** What workspaces know of people, places and things. */
@Module({
  controllers: [WorldController],
  providers: [WorldStore, ReadModels, VerifyLog, EnrichmentKeys, ChangeEnrichmentKeys, ListEnrichmentKeys],
  exports: [ReadModels, VerifyLog],
})
export class WorldModule {}
