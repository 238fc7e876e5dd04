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
import { requestContextOf, type RpcCall } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { preferencesFromProto, preferencesToProto } from '../adapters/preferences-mapping.js';
import { CreateOrganization } from '../application/create-organization.js';
import { GetOrganization, type ShownOrganization } from '../application/get-organization.js';
import { UpdateOrganization } from '../application/update-organization.js';
import { UserDimensions } from '../application/user-dimensions.js';
import { dimensionToProto } from '../adapters/dimension-mapping.js';
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
    const defaultUserPreferences = preferences ? preferencesFromProto(preferences) : null;
    await this.create.execute(requestContextOf(caller, call), { ...request, defaultUserPreferences });
    return { orgId: request.orgId };
  }

  async getOrganization(
    { orgId, caller }: GetOrganizationRequest,
    call: RpcCall,
  ): Promise<GetOrganizationResponse> {
    return toProto(await this.get.execute(caller ? requestContextOf(caller, call) : null, { orgId }));
  }

  async updateOrganization(
    { caller, userDimensions, defaultUserPreferences: preferences }: UpdateOrganizationRequest,
    call: RpcCall,
  ): Promise<UpdateOrganizationResponse> {
    await this.update.execute(requestContextOf(caller, call), {
      userDimensions: userDimensions?.items ?? null,
      defaultUserPreferences: preferences ? preferencesFromProto(preferences) : null,
    });
    return {};
  }

  async listUserDimensions(
    { caller }: ListUserDimensionsRequest,
    call: RpcCall,
  ): Promise<ListUserDimensionsResponse> {
    const dimensions = await this.dimensions.list(requestContextOf(caller, call));
    return { userDimensions: dimensions.map(dimensionToProto) };
  }

  async resolveUserDimensions({
    orgId,
  }: ResolveUserDimensionsRequest): Promise<ResolveUserDimensionsResponse> {
    const dimensions = await this.dimensions.resolve(orgId);
    return { userDimensions: dimensions.map(dimensionToProto) };
  }
}

function toProto({ details, ...organization }: ShownOrganization): Complete<GetOrganizationResponse> {
  return {
    ...organization,
    details: details
      ? {
          defaultUserPreferences: preferencesToProto(details.defaultUserPreferences),
          userDimensions: details.userDimensions.map(dimensionToProto),
        }
      : undefined,
  };
}
