import { GUARDS_METADATA } from '@nestjs/common/constants.js';
import { expect, it } from '@jest/globals';
import { InstallersGuard } from '@svc/service-host';
import { MemoryAdminController } from './memory-admin.controller.js';
import { RecallController } from './recall.controller.js';
import { RecallersGuard } from './recallers.guard.js';

it('only the installer may call the admin service of memory, all of it', () => {
  expect(Reflect.getMetadata(GUARDS_METADATA, MemoryAdminController)).toEqual([InstallersGuard]);
});

it('only permitted callers may call the recall service, all of it', () => {
  expect(Reflect.getMetadata(GUARDS_METADATA, RecallController)).toEqual([RecallersGuard]);
});
