import { GUARDS_METADATA } from '@nestjs/common/constants.js';
import { expect, it } from '@jest/globals';
import { InstallersGuard } from '@svc/service-host';
import { ConversationsAdminController } from './conversations-admin.controller.js';

it('only the installer may call the admin service of conversations, all of it', () => {
  expect(Reflect.getMetadata(GUARDS_METADATA, ConversationsAdminController)).toEqual([InstallersGuard]);
});
