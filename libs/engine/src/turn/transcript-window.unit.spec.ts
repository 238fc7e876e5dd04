import { transcriptWindow } from './transcript-window.js';

const transcript = ['one', 'two', 'three'].map((text) => ({ type: 'user-message' as const, text }));

it.each([
  [100, ['one', 'two', 'three']],
  [11, ['one', 'two', 'three']],
  [10, ['two', 'three']],
  [5, ['three']],
  [4, []],
])('within %i characters the newest whole messages are kept', (maxCharacters, expected) => {
  expect(transcriptWindow(transcript, maxCharacters).map((message) => message.text)).toEqual(expected);
});
