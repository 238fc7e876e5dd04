import {
  type CreateOrganizationRequest,
  type CreateOrganizationResponse,
  type GetOrganizationRequest,
  GetOrganizationResponse,
  type ListUserDimensionsRequest,
  ListUserDimensionsResponse,
  type ResolveUserDimensionsRequest,
  ResolveUserDimensionsResponse,
  type UpdateOrganizationRequest,
  type UpdateOrganizationResponse,
  UserPreferences,
} from '@svc/contracts/identity';
import { fromProto, toProto } from '@svc/kernel';
import { requestContextOf, type RpcCall } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { CreateOrganization } from '../application/create-organization.js';
import { GetOrganization } from '../application/get-organization.js';
import { UpdateOrganization } from '../application/update-organization.js';
import { UserDimensions } from '../application/user-dimensions.js';
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
    const defaultUserPreferences = preferences ? fromProto(UserPreferences, preferences) : null;
    await this.create.execute(requestContextOf(caller, call), { ...request, defaultUserPreferences });
    return { orgId: request.orgId };
  }

  async getOrganization(
    { orgId, caller }: GetOrganizationRequest,
    call: RpcCall,
  ): Promise<GetOrganizationResponse> {
    const context = caller ? requestContextOf(caller, call) : null;
    return toProto(GetOrganizationResponse, await this.get.execute(context, { orgId }));
  }

  async updateOrganization(
    { caller, userDimensions, defaultUserPreferences: preferences }: UpdateOrganizationRequest,
    call: RpcCall,
  ): Promise<UpdateOrganizationResponse> {
    await this.update.execute(requestContextOf(caller, call), {
      userDimensions: userDimensions?.items ?? null,
      defaultUserPreferences: preferences ? fromProto(UserPreferences, preferences) : null,
    });
    return {};
  }

  async listUserDimensions(
    { caller }: ListUserDimensionsRequest,
    call: RpcCall,
  ): Promise<ListUserDimensionsResponse> {
    const dimensions = await this.dimensions.list(requestContextOf(caller, call));
    return toProto(ListUserDimensionsResponse, { userDimensions: dimensions });
  }

  async resolveUserDimensions({
    orgId,
  }: ResolveUserDimensionsRequest): Promise<ResolveUserDimensionsResponse> {
    const dimensions = await this.dimensions.resolve(orgId);
    return toProto(ResolveUserDimensionsResponse, { userDimensions: dimensions });
  }
}
