import { compareWithRecord } from './ledger-audit.js';

describe('a ledger, compared with what its client has deposited', () => {
  it.each([
    ['the same', [1, 2, 3], { lost: 0, doubled: 0, outOfOrder: 0 }],
    ['one is missing', [1, 3], { lost: 1, doubled: 0, outOfOrder: 0 }],
    ['one is there twice', [1, 2, 2, 3], { lost: 0, doubled: 1, outOfOrder: 0 }],
    ['all come again', [1, 2, 3, 1, 2, 3], { lost: 0, doubled: 3, outOfOrder: 0 }],
    ['two have changed places', [2, 1, 3], { lost: 0, doubled: 0, outOfOrder: 1 }],
    ['one that nobody has deposited', [1, 2, 9, 3], { lost: 0, doubled: 1, outOfOrder: 0 }],
    ['nothing', [], { lost: 3, doubled: 0, outOfOrder: 0 }],
  ])('shows what is wrong: %s', (_what, lines, faults) => {
    expect(compareWithRecord([1, 2, 3], lines)).toEqual(faults);
  });
});
