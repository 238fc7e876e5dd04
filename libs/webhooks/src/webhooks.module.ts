import { Module, type DynamicModule } from '@nestjs/common';
import { ContextLifecycle } from '@svc/service-host';
import { DestinationSecrets } from './adapters/destination-secrets.js';
import { WebhooksStore } from './adapters/webhooks-store.js';
import { CreateDestination } from './application/create-destination.js';
import { DeleteDestination } from './application/delete-destination.js';
import { Destinations } from './application/destinations.js';
import { ListDeliveries } from './application/list-deliveries.js';
import { ListDestinations } from './application/list-destinations.js';
import { ReadModels } from './application/read-models.js';
import { Redeliver } from './application/redeliver.js';
import { Repetitions } from './application/repetitions.js';
import { RequireDestination } from './application/require-destination.js';
import { RewindDestination } from './application/rewind-destination.js';
import { RotateSecret } from './application/rotate-secret.js';
import { UpdateDestination } from './application/update-destination.js';
import { VerifyLog } from './application/verify-log.js';
import { DeliveryDays } from './delivery/delivery-days.js';
import { DeliveryDispatcher } from './delivery/delivery-dispatcher.js';
import { DeliveryDuties } from './delivery/delivery-duties.js';
import { DeliveryEmitter } from './delivery/delivery-emitter.js';
import { DeliveryRewinds } from './delivery/delivery-rewinds.js';
import { DeliverySender } from './delivery/delivery-sender.js';
import { DestinationBook } from './delivery/destination-book.js';
import { DueTimes } from './delivery/due-times.js';
import { SpentSecrets } from './delivery/spent-secrets.js';
import { ApiKeysController } from './events/api-keys.controller.js';
import { DefinitionsController } from './events/definitions.controller.js';
import { ErasureController } from './events/erasure.controller.js';
import { PostProcessingController } from './events/post-processing.controller.js';
import { WorkspacesController } from './events/workspaces.controller.js';
import { WebhooksController } from './rpc/webhooks.controller.js';
import { WebhooksLifecycle } from './webhooks-lifecycle.js';
import { WEBHOOKS_OPTIONS, type WebhooksOptions } from './webhooks-options.js';
import { WorkspaceEvents } from './workspaces/workspace-events.js';

const useCases = [
  CreateDestination,
  DeleteDestination,
  ListDeliveries,
  ListDestinations,
  Redeliver,
  RequireDestination,
  RewindDestination,
  RotateSecret,
  UpdateDestination,
];
const delivery = [
  DeliveryDays,
  DeliveryDispatcher,
  DeliveryDuties,
  DeliveryEmitter,
  DeliveryRewinds,
  DeliverySender,
  DestinationBook,
  DueTimes,
  SpentSecrets,
];

/** Destinations of webhooks, and their deliveries. */
@Module({})
export class WebhooksModule {
  static register(options: WebhooksOptions): DynamicModule {
    return {
      module: WebhooksModule,
      controllers: [
        WebhooksController,
        ApiKeysController,
        DefinitionsController,
        ErasureController,
        PostProcessingController,
        WorkspacesController,
      ],
      providers: [
        { provide: WEBHOOKS_OPTIONS, useValue: options },
        { provide: ContextLifecycle, useClass: WebhooksLifecycle },
        DestinationSecrets,
        Destinations,
        ReadModels,
        Repetitions,
        VerifyLog,
        WebhooksStore,
        WorkspaceEvents,
        ...useCases,
        ...delivery,
      ],
      exports: [ContextLifecycle, ReadModels, VerifyLog],
    };
  }
}
