import { GUARDS_METADATA } from '@nestjs/common/constants.js';
import { expect, it } from '@jest/globals';
import { InstallersGuard } from '@svc/service-host';
import { AgentsAdminController } from './agents-admin.controller.js';

it('the admin service of agents is only for the installer, all of it', () => {
  expect(Reflect.getMetadata(GUARDS_METADATA, AgentsAdminController)).toEqual([InstallersGuard]);
});
