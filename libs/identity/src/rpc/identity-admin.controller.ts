import { UseGuards } from '@nestjs/common';
import type {
  EraseWorkspacePersonRequest,
  EraseWorkspacePersonResponse,
  GrantSuperAdministratorRequest,
  GrantSuperAdministratorResponse,
  IssueApiKeyRequest,
  IssueApiKeyResponse,
  RotateSigningKeyResponse,
  SeedOrganizationRequest,
  SeedOrganizationResponse,
} from '@svc/contracts/identity';
import { installerOf, type RpcCall } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { InstallersGuard } from '@svc/service-host';
import { SigningKeys } from '../adapters/signing-keys.js';
import { ErasePerson } from '../application/erase-person.js';
import { GrantSuperAdministrator } from '../application/grant-super-administrator.js';
import { IssueApiKeyToUser } from '../application/issue-api-key-to-user.js';
import { SeedOrganization } from '../application/seed-organization.js';
import { organizationAdminMethods } from './identity-admin-methods.js';

@RpcController(organizationAdminMethods)
@UseGuards(InstallersGuard)
export class IdentityAdminController {
  constructor(
    private readonly seed: SeedOrganization,
    private readonly issue: IssueApiKeyToUser,
    private readonly grant: GrantSuperAdministrator,
    private readonly signingKeys: SigningKeys,
    private readonly erase: ErasePerson,
  ) {}

  async seedOrganization(
    { orgId, orgName, ...request }: SeedOrganizationRequest,
    call: RpcCall,
  ): Promise<SeedOrganizationResponse> {
    const administrator = {
      firstName: request.administratorFirstName,
      lastName: request.administratorLastName,
      email: request.administratorEmail,
    };
    const { userDimensions } = request;
    const seed = { orgId, orgName, administrator, userDimensions };
    const { userId, apiKey } = await this.seed.execute(installerOf(call), seed);
    return { created: apiKey !== null, orgId, userId, apiKey: apiKey ?? undefined };
  }

  async issueApiKey(
    { orgId, userId, name, duration }: IssueApiKeyRequest,
    call: RpcCall,
  ): Promise<IssueApiKeyResponse> {
    const request = { orgId, creatorUserId: userId, name: name ?? null, duration };
    return { apiKey: await this.issue.execute(installerOf(call), request) };
  }

  async grantSuperAdministrator(
    request: GrantSuperAdministratorRequest,
    call: RpcCall,
  ): Promise<GrantSuperAdministratorResponse> {
    return { roleId: await this.grant.execute(installerOf(call), request) };
  }

  async rotateSigningKey(): Promise<RotateSigningKeyResponse> {
    return { kid: await this.signingKeys.rotate() };
  }

  async eraseWorkspacePerson(
    { workspaceId, personId }: EraseWorkspacePersonRequest,
    call: RpcCall,
  ): Promise<EraseWorkspacePersonResponse> {
    await this.erase.byInstaller(installerOf(call), workspaceId, personId);
    return {};
  }
}
