import { GUARDS_METADATA } from '@nestjs/common/constants.js';
import { expect, it } from '@jest/globals';
import { InstallersGuard } from '@svc/service-host';
import { WorkspaceAdminController } from '@svc/workspaces';
import { IdentityAdminController } from './identity-admin.controller.js';

it.each([IdentityAdminController, WorkspaceAdminController])(
  'the admin service of identity is only for the installer, %p of it too',
  (controller) => {
    expect(Reflect.getMetadata(GUARDS_METADATA, controller)).toEqual([InstallersGuard]);
  },
);
