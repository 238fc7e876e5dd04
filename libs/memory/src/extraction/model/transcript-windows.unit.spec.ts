import { transcript } from '../../../test/transcripts.js';
import { transcriptWindows, windowBounds } from './transcript-windows.js';

const third = 'x'.repeat(windowBounds.characters / 3);
const idsOf = (...lines: string[]) =>
  transcriptWindows(transcript(lines).messages, 200_000).map((window) =>
    window.map(({ messageId }) => messageId),
  );

describe('given a transcript', () => {
  it('when it fits into one part, then it is one part', () => {
    expect(idsOf(`user: ${third}`, `agent: ${third}`, `user: ${third}`)).toEqual([['m1', 'm2', 'm3']]);
    expect(idsOf()).toEqual([]);
  });

  it('when it does not, then it is split between messages', () => {
    expect(idsOf(`user: ${third}`, `agent: ${third}`, `user: ${third}`, 'user: x')).toEqual([
      ['m1', 'm2', 'm3'],
      ['m4'],
    ]);
  });

  it('when the model takes in less, then parts are as small', () => {
    const { messages } = transcript([`user: ${third}`, `agent: ${third}`, `user: ${third}`]);
    expect(transcriptWindows(messages, 16_384)).toHaveLength(2);
  });

  it('when one message exceeds a part, then it is a part of its own', () => {
    expect(idsOf('user: a', `user: ${third.repeat(4)}`, 'user: b')).toEqual([['m1'], ['m2'], ['m3']]);
  });

  it('when a part has no user message, then it is left out', () => {
    expect(idsOf(`agent: ${third.repeat(3)}`, 'user: b')).toEqual([['m2']]);
  });

  it('when there are too many parts, then the newest stay', () => {
    const lines = Array.from({ length: windowBounds.windows + 2 }, () => `user: ${third.repeat(3)}`);
    const ids = idsOf(...lines);
    expect(ids).toHaveLength(windowBounds.windows);
    expect(ids[0]).toEqual(['m3']);
  });
});
