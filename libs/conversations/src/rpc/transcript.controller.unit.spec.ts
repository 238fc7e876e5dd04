import { GUARDS_METADATA } from '@nestjs/common/constants.js';
import { expect, it } from '@jest/globals';
import { TranscriptController } from './transcript.controller.js';
import { TranscriptReadersGuard } from './transcript-readers.guard.js';

it('transcripts are for those who may read them alone, all of them', () => {
  expect(Reflect.getMetadata(GUARDS_METADATA, TranscriptController)).toEqual([TranscriptReadersGuard]);
});
