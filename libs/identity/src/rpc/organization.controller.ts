import type {
  CreateOrganizationRequest,
  CreateOrganizationResponse,
  GetOrganizationRequest,
  GetOrganizationResponse,
  ListUserDimensionsRequest,
  ListUserDimensionsResponse,
  ResolveUserDimensionsRequest,
  ResolveUserDimensionsResponse,
  UpdateOrganizationRequest,
  UpdateOrganizationResponse,
} from '@svc/contracts/identity';
import type { Complete } from '@svc/event-store';
import { requesterOf, type RpcCall } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { preferencesFromMessage, preferencesToMessage } from '../adapters/preferences-message.js';
import { CreateOrganization } from '../application/create-organization.js';
import { GetOrganization, type ShownOrganization } from '../application/get-organization.js';
import { UpdateOrganization } from '../application/update-organization.js';
import { UserDimensions } from '../application/user-dimensions.js';
import { dimensionToMessage } from '../adapters/dimension-message.js';
import { organizationMethods } from './identity-methods.js';

@RpcController(organizationMethods)
export class OrganizationController {
  constructor(
    private readonly create: CreateOrganization,
    private readonly get: GetOrganization,
    private readonly update: UpdateOrganization,
    private readonly dimensions: UserDimensions,
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

  async updateOrganization(
    { caller, userDimensions, defaultUserPreferences: preferences }: UpdateOrganizationRequest,
    call: RpcCall,
  ): Promise<UpdateOrganizationResponse> {
    await this.update.execute(requesterOf(caller, call), {
      userDimensions: userDimensions?.items ?? null,
      defaultUserPreferences: preferences ? preferencesFromMessage(preferences) : null,
    });
    return {};
  }

  async listUserDimensions(
    { caller }: ListUserDimensionsRequest,
    call: RpcCall,
  ): Promise<ListUserDimensionsResponse> {
    const dimensions = await this.dimensions.list(requesterOf(caller, call));
    return { userDimensions: dimensions.map(dimensionToMessage) };
  }

  async resolveUserDimensions({
    orgId,
  }: ResolveUserDimensionsRequest): Promise<ResolveUserDimensionsResponse> {
    const dimensions = await this.dimensions.resolve(orgId);
    return { userDimensions: dimensions.map(dimensionToMessage) };
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
