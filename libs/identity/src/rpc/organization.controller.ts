import type {
  CreateOrganizationRequest,
  CreateOrganizationResponse,
  GetOrganizationRequest,
  GetOrganizationResponse,
} from '@svc/contracts/identity';
import type { Complete } from '@svc/event-store';
import { requesterOf, type RpcCall } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { preferencesFromMessage, preferencesToMessage } from '../adapters/preferences-message.js';
import { CreateOrganization } from '../application/create-organization.js';
import { GetOrganization, type ShownOrganization } from '../application/get-organization.js';
import { dimensionToMessage } from '../adapters/dimension-message.js';
import { organizationMethods } from './identity-methods.js';

@RpcController(organizationMethods)
export class OrganizationController {
  constructor(
    private readonly create: CreateOrganization,
    private readonly get: GetOrganization,
  ) {}

  async createOrganization(
    { caller, defaultUserPreferences: preferences, ...request }: CreateOrganizationRequest,
    call: RpcCall,
  ): Promise<CreateOrganizationResponse> {
    const defaultUserPreferences = preferences ? preferencesFromMessage(preferences) : null;
    await this.create.execute(requesterOf(caller, call), { ...request, defaultUserPreferences });
    return { orgId: request.orgId };
  }

  async getOrganization(
    { orgId, caller }: GetOrganizationRequest,
    call: RpcCall,
  ): Promise<GetOrganizationResponse> {
    return toMessage(await this.get.execute(caller ? requesterOf(caller, call) : null, { orgId }));
  }
}

function toMessage({ details, ...organization }: ShownOrganization): Complete<GetOrganizationResponse> {
  return {
    ...organization,
    details: details
      ? {
          defaultUserPreferences: preferencesToMessage(details.defaultUserPreferences),
          userDimensions: details.userDimensions.map(dimensionToMessage),
        }
      : undefined,
  };
}
