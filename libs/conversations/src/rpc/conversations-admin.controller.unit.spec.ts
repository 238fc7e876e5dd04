import { GUARDS_METADATA } from '@nestjs/common/constants.js';
import { expect, it } from '@jest/globals';
import { InstallersGuard } from '@svc/service-host';
import { ConversationsAdminController } from './conversations-admin.controller.js';

it('the admin service of conversations is for the operator alone, all of it', () => {
  expect(Reflect.getMetadata(GUARDS_METADATA, ConversationsAdminController)).toEqual([InstallersGuard]);
});
