import { Module, type DynamicModule } from '@nestjs/common';
import { WorkspacesStore } from './adapters/workspaces-store.js';
import { AdministerWorkspace } from './application/administer-workspace.js';
import { ChangeWorkspace } from './application/change-workspace.js';
import { CreateWorkspace } from './application/create-workspace.js';
import { CreateWorkspaceApiKey } from './application/create-workspace-api-key.js';
import { CredentialUse } from './application/credential-use.js';
import { DeleteWorkspaceApiKey } from './application/delete-workspace-api-key.js';
import { SetUpWorkspace } from './application/set-up-workspace.js';
import { SetUpWorkspaceForUser } from './application/set-up-workspace-for-user.js';
import { GetAccessReview } from './application/get-access-review.js';
import { GetOwnWorkspaceApiKey } from './application/get-own-workspace-api-key.js';
import { GetTestCallers } from './application/get-test-callers.js';
import { GetWorkspace } from './application/get-workspace.js';
import { IssueWorkspaceApiKey } from './application/issue-workspace-api-key.js';
import { KnownWorkspaceApiKeys } from './application/known-workspace-api-keys.js';
import { ListOwnWorkspaces } from './application/list-own-workspaces.js';
import { ListWorkspaceApiKeys } from './application/list-workspace-api-keys.js';
import { ListWorkspaces } from './application/list-workspaces.js';
import { RotateWorkspaceApiKey } from './application/rotate-workspace-api-key.js';
import { WorkspaceAccess } from './application/workspace-access.js';
import { WorkspaceApiKeys } from './application/workspace-api-keys.js';
import { Workspaces } from './application/workspaces.js';
import { AccessReviewController } from './rpc/access-review.controller.js';
import { TestCallerController } from './rpc/test-caller.controller.js';
import { WorkspaceAccessController } from './rpc/workspace-access.controller.js';
import { WorkspaceAdminController } from './rpc/workspace-admin.controller.js';
import { WorkspaceApiKeyController } from './rpc/workspace-api-key.controller.js';
import { WorkspaceController } from './rpc/workspace.controller.js';
import { WORKSPACES_OPTIONS, type WorkspacesOptions } from './workspaces-options.js';

const controllers = [
  WorkspaceController,
  WorkspaceApiKeyController,
  WorkspaceAccessController,
  WorkspaceAdminController,
  AccessReviewController,
  TestCallerController,
];
const useCases = [
  AdministerWorkspace,
  ChangeWorkspace,
  CreateWorkspace,
  CreateWorkspaceApiKey,
  CredentialUse,
  DeleteWorkspaceApiKey,
  SetUpWorkspace,
  SetUpWorkspaceForUser,
  GetAccessReview,
  GetOwnWorkspaceApiKey,
  GetTestCallers,
  GetWorkspace,
  IssueWorkspaceApiKey,
  ListOwnWorkspaces,
  ListWorkspaceApiKeys,
  ListWorkspaces,
  RotateWorkspaceApiKey,
  WorkspaceAccess,
];

/** Workspaces, their keys, and when credentials were used. Needs an `OrganizationDirectory` from a global module. */
@Module({})
export class WorkspacesModule {
  static register(options: WorkspacesOptions): DynamicModule {
    return {
      module: WorkspacesModule,
      controllers,
      providers: [
        { provide: WORKSPACES_OPTIONS, useValue: options },
        KnownWorkspaceApiKeys,
        WorkspaceApiKeys,
        Workspaces,
        WorkspacesStore,
        ...useCases,
      ],
      exports: [CredentialUse],
    };
  }
}
