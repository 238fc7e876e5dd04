import { home, insight } from '../../../test/source-memories.js';
import { defaultDimensions } from './dimension.js';
import { inParts } from './entry-parts.js';
import { userModelOf } from './user-model-of.js';

const [entry] = userModelOf([insight({ memoryId: 'm1', ...home('Berlin') })], defaultDimensions).entries;
const entryOf = (key: string, characters: number) => ({ ...entry!, key, content: 'x'.repeat(characters) });

describe('given entries of a user model', () => {
  it('when they are few or none, then they are one part', () => {
    const few = [entryOf('a', 10), entryOf('b', 10)];
    expect(inParts(few)).toEqual([few]);
    expect(inParts([])).toEqual([[]]);
  });

  it('when they exceed a part, then they are split in order', () => {
    const parts = inParts(['a', 'b', 'c', 'd'].map((key) => entryOf(key, 20_000)));
    expect(parts.map((part) => part.map(({ key }) => key))).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  it('when one entry exceeds a part, then it is a part of its own', () => {
    const parts = inParts([entryOf('a', 10), entryOf('b', 60_000), entryOf('c', 10)]);
    expect(parts.map((part) => part.map(({ key }) => key))).toEqual([['a'], ['b'], ['c']]);
  });
});
