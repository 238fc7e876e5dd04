import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { DataKeyServiceService, PersonServiceService } from '@svc/contracts/identity';
import type { RpcTls } from '@svc/rpc';
import { RpcClientModule } from '@svc/rpc/nest';
import {
  ContextLifecycle,
  ErasureController,
  erasing,
  SUBJECT_KEYS,
  SubjectKeysModule,
} from '@svc/service-host';
import { SubjectKeyMaker } from './adapters/subject-key-maker.js';
import { WorldStore } from './adapters/world-store.js';
import { ConversationActivities, KnownDefinitions } from './application/activities.js';
import { WORLD_VAULT, worldVault } from './adapters/world-vault.js';
import { AuditedResources, AuditExports } from './application/audit-aggregates.js';
import { AuditTrail } from './application/audit-trail.js';
import { ChangeEnrichmentKeys } from './application/change-enrichment-keys.js';
import { ChangeEntities } from './application/change-entities.js';
import { EnrichmentKeys } from './application/enrichment-keys.js';
import { EnrichEntities } from './application/enrich-entities.js';
import { Enrichments } from './application/enrichments.js';
import { Entities } from './application/entities.js';
import { EraseEntity } from './application/erase-entity.js';
import { EraseSubject } from './application/erase-subject.js';
import { EntityReadBatches, EntityReads } from './application/entity-reads.js';
import { ListEnrichmentKeys } from './application/list-enrichment-keys.js';
import { RecordInferences } from './application/record-inferences.js';
import { MergeEntities } from './application/merge-entities.js';
import { NoteCollectedFields } from './application/note-collected-fields.js';
import { ReadAnalytics } from './application/read-analytics.js';
import { ReadEnrichment } from './application/read-enrichment.js';
import { ReadEntities } from './application/read-entities.js';
import { ReadTimeline } from './application/read-timeline.js';
import { ReadModels } from './application/read-models.js';
import { KnownTestCredentials } from './application/test-credentials.js';
import { VerifyLog } from './application/verify-log.js';
import { ConversationEntitiesController } from './events/conversation-entities.controller.js';
import { InferenceController } from './rpc/inference.controller.js';
import { defaultInferrers, INFERRERS, InferrersGuard } from './rpc/inferrers.guard.js';
import { ActivityController } from './events/activity.controller.js';
import { AuditEventsController } from './events/audit.controller.js';
import { EndedWorkspacesController } from './events/ended-workspaces.controller.js';
import { EqualEntities } from './events/equal-entities.js';
import { OwnChanges } from './events/own-changes.js';
import { KnownDefinitionsController } from './events/known-definitions.controller.js';
import { TestCredentialsController } from './events/test-credentials.controller.js';
import { AnalyticsController } from './rpc/analytics.controller.js';
import { EntityController } from './rpc/entity.controller.js';
import { WorldAdminController } from './rpc/world-admin.controller.js';
import { AuditController } from './rpc/audit.controller.js';
import { WorldController } from './rpc/world.controller.js';
import type { TablesServerOptions } from './tables/adapters/tables-server.js';
import { tablesParts } from './tables/tables-parts.js';
import { WorldLifecycle } from './world-lifecycle.js';

export interface WorldOptions {
  /** Where identity listens. */
  readonly identityAddress: string;
  /** For network addresses. */
  readonly tls?: RpcTls | undefined;
  /** Names of the certificates that may record inferences over the network; `defaultInferrers` by default. */
  readonly inferrers?: readonly string[];
  /** Where workspaces' own tables are. Undefined: there are none. */
  readonly tables: TablesServerOptions | undefined;
}

const entities: readonly Provider[] = [
  Entities,
  ChangeEntities,
  EraseEntity,
  MergeEntities,
  EqualEntities,
  ReadEntities,
  ReadTimeline,
  SubjectKeyMaker,
];
const enrichment: readonly Provider[] = [
  EnrichmentKeys,
  ChangeEnrichmentKeys,
  ListEnrichmentKeys,
  Enrichments,
  EnrichEntities,
  NoteCollectedFields,
  ReadEnrichment,
  RecordInferences,
  InferrersGuard,
];

/** Figures of workspaces, and who changed what in them. */
const analytics = {
  controllers: [
    ...[AnalyticsController, ActivityController, KnownDefinitionsController, TestCredentialsController],
    ...[AuditController, AuditEventsController],
  ],
  providers: [
    ...[ConversationActivities, KnownDefinitions, KnownTestCredentials, ReadAnalytics],
    ...[AuditedResources, AuditExports, AuditTrail, OwnChanges, EntityReadBatches, EntityReads],
  ],
};

/** What workspaces know of people, places and things. */
@Module({})
export class WorldModule {
  static register({
    identityAddress: address,
    tls,
    tables,
    inferrers = defaultInferrers,
  }: WorldOptions): DynamicModule {
    const ownTables = tablesParts(tables);
    return {
      module: WorldModule,
      imports: [
        RpcClientModule.register([
          { definition: DataKeyServiceService, address, tls },
          { definition: PersonServiceService, address, tls },
        ]),
        SubjectKeysModule.register({ address, tls }),
      ],
      controllers: [
        WorldController,
        EntityController,
        WorldAdminController,
        InferenceController,
        ConversationEntitiesController,
        ErasureController,
        ...analytics.controllers,
        ...ownTables.controllers,
        EndedWorkspacesController,
      ],
      providers: [
        { provide: INFERRERS, useValue: inferrers },
        WorldStore,
        ReadModels,
        VerifyLog,
        ...entities,
        ...enrichment,
        ...analytics.providers,
        ...ownTables.providers,
        ...erasing({ context: 'world', eraser: EraseSubject, log: WorldStore }),
        { provide: ContextLifecycle, useClass: WorldLifecycle },
        { provide: WORLD_VAULT, inject: [SUBJECT_KEYS], useFactory: worldVault },
      ],
      exports: [ContextLifecycle, ReadModels, VerifyLog],
    };
  }
}
