import { Module, type DynamicModule } from '@nestjs/common';
import type { Clock } from '@svc/kernel';
import { KeyRing } from '@svc/sealing';
import { CLOCK, ContextLifecycle, DATABASE, SUBJECT_KEYS } from '@svc/service-host';
import { DataKeys } from './adapters/data-keys.js';
import { IdentityStore } from './adapters/identity-store.js';
import { SigningKeys } from './adapters/signing-keys.js';
import { AccessJudge } from './application/access-judge.js';
import { AdministerWorkspace } from './application/administer-workspace.js';
import { ApiKeys } from './application/api-keys.js';
import { AssignRole } from './application/assign-role.js';
import { ChangeWorkspace } from './application/change-workspace.js';
import { CreateApiKey } from './application/create-api-key.js';
import { CreateOrganization } from './application/create-organization.js';
import { CreateRole } from './application/create-role.js';
import { CreateTemporaryGrant } from './application/create-temporary-grant.js';
import { CreateUser } from './application/create-user.js';
import { CreateWorkspace } from './application/create-workspace.js';
import { CreateWorkspaceApiKey } from './application/create-workspace-api-key.js';
import { CredentialUse } from './application/credential-use.js';
import { DeleteApiKey } from './application/delete-api-key.js';
import { DeleteMembership } from './application/delete-membership.js';
import { DeleteUser } from './application/delete-user.js';
import { DeleteWorkspaceApiKey } from './application/delete-workspace-api-key.js';
import { EnsureDataKeys } from './application/ensure-data-keys.js';
import { EraseSubject } from './application/erase-subject.js';
import { Erasures } from './application/erasures.js';
import { FoundOrganization } from './application/found-organization.js';
import { FoundWorkspace } from './application/found-workspace.js';
import { FoundWorkspaceForUser } from './application/found-workspace-for-user.js';
import { GetAccess } from './application/get-access.js';
import { GetAccessReview } from './application/get-access-review.js';
import { GetDataKeys } from './application/get-data-keys.js';
import { GetOrganization } from './application/get-organization.js';
import { GetOwnWorkspaceApiKey } from './application/get-own-workspace-api-key.js';
import { GetTestCallers } from './application/get-test-callers.js';
import { GetUserContexts } from './application/get-user-contexts.js';
import { GetWorkspace } from './application/get-workspace.js';
import { GrantSuperAdministrator } from './application/grant-super-administrator.js';
import { HandOverRoles } from './application/hand-over-roles.js';
import { IssueApiKey } from './application/issue-api-key.js';
import { IssueApiKeyToUser } from './application/issue-api-key-to-user.js';
import { IssueWorkspaceApiKey } from './application/issue-workspace-api-key.js';
import { KeyReaders } from './application/key-readers.js';
import { KnownOrganizations } from './application/known-organizations.js';
import { KnownWorkspaceApiKeys } from './application/known-workspace-api-keys.js';
import { LastSuperAdministrator } from './application/last-super-administrator.js';
import { ListApiKeys } from './application/list-api-keys.js';
import { ListOwnWorkspaces } from './application/list-own-workspaces.js';
import { ListRoles } from './application/list-roles.js';
import { ListTemporaryGrants } from './application/list-temporary-grants.js';
import { ListUsers } from './application/list-users.js';
import { ListWorkspaceApiKeys } from './application/list-workspace-api-keys.js';
import { ListWorkspaces } from './application/list-workspaces.js';
import { Memberships } from './application/memberships.js';
import { ModifyRole } from './application/modify-role.js';
import { Organizations } from './application/organizations.js';
import { OverdueErasures } from './application/overdue-erasures.js';
import { ReadModels } from './application/read-models.js';
import { VerifyLog } from './application/verify-log.js';
import { ResolveUserIds } from './application/resolve-user-ids.js';
import { RoleCeiling } from './application/role-ceiling.js';
import { Roles } from './application/roles.js';
import { RotateWorkspaceApiKey } from './application/rotate-workspace-api-key.js';
import { SeedOrganization } from './application/seed-organization.js';
import { SignInWithApiKey } from './application/sign-in-with-api-key.js';
import { TemporaryGrantJudge } from './application/temporary-grant-judge.js';
import { TemporaryGrants } from './application/temporary-grants.js';
import { UpdateOrganization } from './application/update-organization.js';
import { UpdateUser } from './application/update-user.js';
import { WarnOfExpiringApiKeys } from './application/warn-of-expiring-api-keys.js';
import { UserDimensions } from './application/user-dimensions.js';
import { Users } from './application/users.js';
import { WorkspaceAccess } from './application/workspace-access.js';
import { WorkspaceApiKeys } from './application/workspace-api-keys.js';
import { Workspaces } from './application/workspaces.js';
import { ErasureConfirmationsController } from './events/erasure-confirmations.controller.js';
import { UserStatisticsController } from './events/user-statistics.controller.js';
import { IdentityLifecycle } from './identity-lifecycle.js';
import { IDENTITY_OPTIONS, type IdentityOptions } from './identity-options.js';
import { PrismaClient } from './projections/gen/client.js';
import { createPrisma } from './projections/prisma.js';
import { RoleStandings } from './projections/role-standings.js';
import { AccessReviewController } from './rpc/access-review.controller.js';
import { ApiKeyController } from './rpc/api-key.controller.js';
import { DataKeyController } from './rpc/data-key.controller.js';
import { IdentityAdminController } from './rpc/identity-admin.controller.js';
import { OrganizationController } from './rpc/organization.controller.js';
import { RoleController } from './rpc/role.controller.js';
import { SignInController } from './rpc/sign-in.controller.js';
import { TemporaryGrantController } from './rpc/temporary-grant.controller.js';
import { TestCallerController } from './rpc/test-caller.controller.js';
import { UserContextController } from './rpc/user-context.controller.js';
import { UserController } from './rpc/user.controller.js';
import { WorkspaceAccessController } from './rpc/workspace-access.controller.js';
import { WorkspaceAdminController } from './rpc/workspace-admin.controller.js';
import { WorkspaceApiKeyController } from './rpc/workspace-api-key.controller.js';
import { WorkspaceController } from './rpc/workspace.controller.js';

const controllers = [
  OrganizationController,
  RoleController,
  TemporaryGrantController,
  UserController,
  UserContextController,
  AccessReviewController,
  ApiKeyController,
  SignInController,
  WorkspaceController,
  WorkspaceApiKeyController,
  WorkspaceAccessController,
  TestCallerController,
  DataKeyController,
  IdentityAdminController,
  WorkspaceAdminController,
  UserStatisticsController,
  ErasureConfirmationsController,
];
const commandHandlers = [
  Organizations,
  Roles,
  TemporaryGrants,
  Users,
  Memberships,
  ApiKeys,
  Workspaces,
  WorkspaceApiKeys,
];
const policies = [
  AccessJudge,
  Erasures,
  KeyReaders,
  KnownOrganizations,
  KnownWorkspaceApiKeys,
  LastSuperAdministrator,
  OverdueErasures,
  RoleCeiling,
  TemporaryGrantJudge,
];
const useCases = [
  AdministerWorkspace,
  AssignRole,
  ChangeWorkspace,
  CreateApiKey,
  CreateOrganization,
  CreateRole,
  CreateTemporaryGrant,
  CreateUser,
  CreateWorkspace,
  CreateWorkspaceApiKey,
  DeleteApiKey,
  DeleteMembership,
  DeleteUser,
  DeleteWorkspaceApiKey,
  EnsureDataKeys,
  CredentialUse,
  EraseSubject,
  FoundOrganization,
  FoundWorkspace,
  FoundWorkspaceForUser,
  GetAccess,
  GetAccessReview,
  GetDataKeys,
  GetOrganization,
  GetOwnWorkspaceApiKey,
  GetTestCallers,
  UpdateOrganization,
  UserDimensions,
  GetUserContexts,
  GetWorkspace,
  GrantSuperAdministrator,
  HandOverRoles,
  IssueApiKey,
  IssueApiKeyToUser,
  IssueWorkspaceApiKey,
  ListApiKeys,
  ListOwnWorkspaces,
  ListRoles,
  ListTemporaryGrants,
  ListUsers,
  ListWorkspaceApiKeys,
  ListWorkspaces,
  ModifyRole,
  ResolveUserIds,
  RotateWorkspaceApiKey,
  SeedOrganization,
  SignInWithApiKey,
  UpdateUser,
  WarnOfExpiringApiKeys,
  WorkspaceAccess,
];

/** Who may do what: organizations, roles, users, API keys, sign-in and tokens. */
@Module({})
export class IdentityModule {
  static register(options: IdentityOptions): DynamicModule {
    return {
      module: IdentityModule,
      controllers,
      providers: [
        { provide: IDENTITY_OPTIONS, useValue: options },
        { provide: ContextLifecycle, useClass: IdentityLifecycle },
        {
          provide: SUBJECT_KEYS,
          inject: [DataKeys, CLOCK],
          useFactory: (source: DataKeys, clock: Clock) => new KeyRing({ source, clock }),
        },
        { provide: PrismaClient, inject: [DATABASE], useFactory: createPrisma },
        DataKeys,
        IdentityStore,
        ReadModels,
        RoleStandings,
        SigningKeys,
        VerifyLog,
        ...commandHandlers,
        ...policies,
        ...useCases,
      ],
      exports: [ContextLifecycle, ReadModels, VerifyLog],
    };
  }
}
