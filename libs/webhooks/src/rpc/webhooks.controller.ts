import {
  WebhooksServiceService,
  CreateDestinationRequest,
  type CreateDestinationResponse,
  type DeleteDestinationRequest,
  type DeleteDestinationResponse,
  type ListDeliveriesRequest,
  type ListDeliveriesResponse,
  type ListDestinationsRequest,
  type ListDestinationsResponse,
  type RedeliverRequest,
  type RedeliverResponse,
  type RewindDestinationRequest,
  type RewindDestinationResponse,
  type RotateSecretRequest,
  type RotateSecretResponse,
  UpdateDestinationRequest,
  type UpdateDestinationResponse,
} from '@svc/contracts/webhooks';
import { requireResourceId } from '@svc/errors';
import type { Complete } from '@svc/event-store';
import { changesOf, fromProto, isResourceId } from '@svc/kernel';
import { requestContextOf, type RequestContext, type RpcCall } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { CreateDestination } from '../application/create-destination.js';
import { DeleteDestination } from '../application/delete-destination.js';
import { ListDeliveries } from '../application/list-deliveries.js';
import { ListDestinations } from '../application/list-destinations.js';
import { Redeliver } from '../application/redeliver.js';
import { RewindDestination } from '../application/rewind-destination.js';
import { RotateSecret } from '../application/rotate-secret.js';
import { UpdateDestination } from '../application/update-destination.js';
import { deliveriesResponse, requestedDeliveries } from './delivery-mapping.js';
import { destinationToProto } from './destination-mapping.js';

/** WebhooksService (proto/svc/webhooks/v1/webhooks_service.proto): maps, and calls the use case. */
@RpcController(WebhooksServiceService)
export class WebhooksController {
  constructor(
    private readonly newDestination: CreateDestination,
    private readonly destinations: ListDestinations,
    private readonly update: UpdateDestination,
    private readonly deletion: DeleteDestination,
    private readonly rotation: RotateSecret,
    private readonly deliveries: ListDeliveries,
    private readonly repetition: Redeliver,
    private readonly rewind: RewindDestination,
  ) {}

  async createDestination(
    request: CreateDestinationRequest,
    call: RpcCall,
  ): Promise<Complete<CreateDestinationResponse>> {
    const context = requestContextOf(request.caller, call);
    const { caller: _caller, ...asked } = fromProto(CreateDestinationRequest, request);
    const { destination, secret } = await this.newDestination.execute(context, asked);
    return { destination: destinationToProto(destination), secret };
  }

  async listDestinations(
    { caller, destinationIds }: ListDestinationsRequest,
    call: RpcCall,
  ): Promise<Complete<ListDestinationsResponse>> {
    const context = requestContextOf(caller, call);
    const wellFormed = destinationIds.filter((id) => isResourceId(context.tenantId, id));
    // A list with only malformed ids must not mean all.
    if (destinationIds.length > 0 && wellFormed.length === 0) return { destinations: [] };
    const listed = await this.destinations.execute(context, wellFormed);
    return { destinations: listed.map(destinationToProto) };
  }

  async updateDestination(
    request: UpdateDestinationRequest,
    call: RpcCall,
  ): Promise<Complete<UpdateDestinationResponse>> {
    const context = requestContextOf(request.caller, call);
    const { caller: _caller, acceptedTypes, ...changes } = changesOf(UpdateDestinationRequest, request);
    const destination = await this.update.execute(context, {
      ...changes,
      ...(acceptedTypes && { acceptedTypes: acceptedTypes.names }),
      destinationId: destinationIdOf(context, request),
    });
    return { destination: destinationToProto(destination) };
  }

  async deleteDestination(
    request: DeleteDestinationRequest,
    call: RpcCall,
  ): Promise<DeleteDestinationResponse> {
    const context = requestContextOf(request.caller, call);
    await this.deletion.execute(context, destinationIdOf(context, request));
    return {};
  }

  async rotateSecret(request: RotateSecretRequest, call: RpcCall): Promise<Complete<RotateSecretResponse>> {
    const context = requestContextOf(request.caller, call);
    return this.rotation.execute(context, destinationIdOf(context, request));
  }

  async listDeliveries(
    request: ListDeliveriesRequest,
    call: RpcCall,
  ): Promise<Complete<ListDeliveriesResponse>> {
    const context = requestContextOf(request.caller, call);
    const filter = requestedDeliveries(destinationIdOf(context, request), request);
    return deliveriesResponse(filter, await this.deliveries.execute(context, filter));
  }

  async redeliver(request: RedeliverRequest, call: RpcCall): Promise<Complete<RedeliverResponse>> {
    const context = requestContextOf(request.caller, call);
    const destinationId = destinationIdOf(context, request);
    const deliveryId = requireResourceId(context.tenantId, 'delivery', request.deliveryId);
    return { deliveryId: await this.repetition.execute(context, { destinationId, deliveryId }) };
  }

  async rewindDestination(
    request: RewindDestinationRequest,
    call: RpcCall,
  ): Promise<RewindDestinationResponse> {
    const context = requestContextOf(request.caller, call);
    const destinationId = destinationIdOf(context, request);
    await this.rewind.execute(context, { destinationId, sinceMs: request.sinceMs });
    return {};
  }
}

function destinationIdOf(
  { tenantId }: RequestContext,
  { destinationId }: { readonly destinationId: string },
): string {
  return requireResourceId(tenantId, 'webhook destination', destinationId);
}
