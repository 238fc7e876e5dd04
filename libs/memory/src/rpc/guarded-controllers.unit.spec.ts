import { GUARDS_METADATA } from '@nestjs/common/constants.js';
import { expect, it } from '@jest/globals';
import { InstallersGuard } from '@svc/service-host';
import { MemoryAdminController } from './memory-admin.controller.js';
import { RecallController } from './recall.controller.js';
import { RecallersGuard } from './recallers.guard.js';

it('the admin service of memory is for the operator alone, all of it', () => {
  expect(Reflect.getMetadata(GUARDS_METADATA, MemoryAdminController)).toEqual([InstallersGuard]);
});

it('what is known of people is for those who may recall it alone, all of it', () => {
  expect(Reflect.getMetadata(GUARDS_METADATA, RecallController)).toEqual([RecallersGuard]);
});
