import { GUARDS_METADATA } from '@nestjs/common/constants.js';
import { expect, it } from '@jest/globals';
import { TranscriptController } from './transcript.controller.js';
import { TranscriptReadersGuard } from './transcript-readers.guard.js';

it('only permitted readers may call the transcript service, all of it', () => {
  expect(Reflect.getMetadata(GUARDS_METADATA, TranscriptController)).toEqual([TranscriptReadersGuard]);
});
