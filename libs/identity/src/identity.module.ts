import { Module, type DynamicModule } from '@nestjs/common';
import { PrivacyModule } from '@svc/privacy';
import { ContextLifecycle, DATABASE } from '@svc/service-host';
import { OrganizationDirectory, WorkspacesModule } from '@svc/workspaces';
import { IdentityStore } from './adapters/identity-store.js';
import { SigningKeys } from './adapters/signing-keys.js';
import { UserDirectory } from './application/user-directory.js';
import { AccessJudge } from './application/access-judge.js';
import { ApiKeys } from './application/api-keys.js';
import { AssignRole } from './application/assign-role.js';
import { CreateApiKey } from './application/create-api-key.js';
import { CreateOrganization } from './application/create-organization.js';
import { CreateRole } from './application/create-role.js';
import { CreateTemporaryGrant } from './application/create-temporary-grant.js';
import { ChangeUserVariables } from './application/change-user-variables.js';
import { CreateUser } from './application/create-user.js';
import { DeleteApiKey } from './application/delete-api-key.js';
import { DeleteMembership } from './application/delete-membership.js';
import { DeleteUser } from './application/delete-user.js';
import { ErasePerson } from './application/erase-person.js';
import { EraseSubject } from './application/erase-subject.js';
import { SetUpOrganization } from './application/set-up-organization.js';
import { GetAccess } from './application/get-access.js';
import { GetOrganization } from './application/get-organization.js';
import { GetUserVariables } from './application/get-user-variables.js';
import { GetUserContexts } from './application/get-user-contexts.js';
import { GrantSuperAdministrator } from './application/grant-super-administrator.js';
import { HandOverRoles } from './application/hand-over-roles.js';
import { IssueApiKey } from './application/issue-api-key.js';
import { IssueApiKeyToUser } from './application/issue-api-key-to-user.js';
import { KeyMakers } from './application/key-makers.js';
import { KnownOrganizations } from './application/known-organizations.js';
import { LastSuperAdministrator } from './application/last-super-administrator.js';
import { ListApiKeys } from './application/list-api-keys.js';
import { ListRoles } from './application/list-roles.js';
import { ListTemporaryGrants } from './application/list-temporary-grants.js';
import { ListUsers } from './application/list-users.js';
import { Memberships } from './application/memberships.js';
import { ModifyRole } from './application/modify-role.js';
import { Organizations } from './application/organizations.js';
import { Persons } from './application/persons.js';
import { ReadModels } from './application/read-models.js';
import { VerifyLog } from './application/verify-log.js';
import { ResolveUserIds } from './application/resolve-user-ids.js';
import { RoleCeiling } from './application/role-ceiling.js';
import { Roles } from './application/roles.js';
import { SeedOrganization } from './application/seed-organization.js';
import { SignInWithApiKey } from './application/sign-in-with-api-key.js';
import { TemporaryGrantJudge } from './application/temporary-grant-judge.js';
import { TemporaryGrants } from './application/temporary-grants.js';
import { UpdateOrganization } from './application/update-organization.js';
import { UpdateUser } from './application/update-user.js';
import { WarnOfExpiringApiKeys } from './application/warn-of-expiring-api-keys.js';
import { WarnOfShadowedOrganizations } from './application/warn-of-shadowed-organizations.js';
import { UserDimensions } from './application/user-dimensions.js';
import { Users } from './application/users.js';
import { UserStatisticsController } from './events/user-statistics.controller.js';
import { IdentityLifecycle } from './identity-lifecycle.js';
import { IDENTITY_OPTIONS, type IdentityOptions } from './identity-options.js';
import { PrismaClient } from './projections/gen/client.js';
import { createPrisma } from './projections/prisma.js';
import { RoleCache } from './projections/role-cache.js';
import { ApiKeyController } from './rpc/api-key.controller.js';
import { IdentityAdminController } from './rpc/identity-admin.controller.js';
import { OrganizationController } from './rpc/organization.controller.js';
import { PersonController } from './rpc/person.controller.js';
import { RoleController } from './rpc/role.controller.js';
import { SignInController } from './rpc/sign-in.controller.js';
import { TemporaryGrantController } from './rpc/temporary-grant.controller.js';
import { UserContextController } from './rpc/user-context.controller.js';
import { UserController } from './rpc/user.controller.js';

const controllers = [
  OrganizationController,
  RoleController,
  TemporaryGrantController,
  UserController,
  UserContextController,
  PersonController,
  ApiKeyController,
  SignInController,
  IdentityAdminController,
  UserStatisticsController,
];
const commandHandlers = [Organizations, Roles, TemporaryGrants, Users, Persons, Memberships, ApiKeys];
const policies = [
  AccessJudge,
  KeyMakers,
  KnownOrganizations,
  LastSuperAdministrator,
  RoleCeiling,
  TemporaryGrantJudge,
];
const useCases = [
  AssignRole,
  CreateApiKey,
  CreateOrganization,
  CreateRole,
  CreateTemporaryGrant,
  CreateUser,
  DeleteApiKey,
  DeleteMembership,
  DeleteUser,
  ErasePerson,
  EraseSubject,
  SetUpOrganization,
  GetAccess,
  GetOrganization,
  UpdateOrganization,
  UserDimensions,
  GetUserContexts,
  GetUserVariables,
  GrantSuperAdministrator,
  HandOverRoles,
  IssueApiKey,
  IssueApiKeyToUser,
  ListApiKeys,
  ListRoles,
  ListTemporaryGrants,
  ListUsers,
  ModifyRole,
  ResolveUserIds,
  SeedOrganization,
  SignInWithApiKey,
  UpdateUser,
  ChangeUserVariables,
  WarnOfExpiringApiKeys,
  WarnOfShadowedOrganizations,
];

/** The service: organizations, roles, users, API keys, sign-in and tokens here, workspaces and the key vault from their libs. */
@Module({})
export class IdentityModule {
  static register(options: IdentityOptions): DynamicModule {
    return {
      module: IdentityModule,
      // Global, so that workspaces find the directory of users.
      global: true,
      imports: [PrivacyModule.register(options), WorkspacesModule.register(options)],
      controllers,
      providers: [
        { provide: IDENTITY_OPTIONS, useValue: options },
        { provide: ContextLifecycle, useClass: IdentityLifecycle },
        { provide: OrganizationDirectory, useClass: UserDirectory },
        { provide: PrismaClient, inject: [DATABASE], useFactory: createPrisma },
        IdentityStore,
        ReadModels,
        RoleCache,
        SigningKeys,
        VerifyLog,
        ...commandHandlers,
        ...policies,
        ...useCases,
      ],
      exports: [ContextLifecycle, OrganizationDirectory, ReadModels, VerifyLog],
    };
  }
}
