import { describe, expect, it } from '@jest/globals';
import { erasureLine, parseErasureLines } from './erasure-lines.js';

const ada = 'org:demo/user/65f0a1b2c3d4e5f6a7b8c9d0';
const bob = 'org:demo/user/65f0a1b2c3d4e5f6a7b8c9d1';

describe('lines of erased subjects', () => {
  it('are read as they were written, whatever the id holds', () => {
    const odd = 'ws:ä/"entity"\n/1';
    const content = [ada, odd, ada].map(erasureLine).join('');
    expect(parseErasureLines(content)).toEqual({ subjects: new Set([ada, odd]), damaged: 0 });
    expect(parseErasureLines('')).toEqual({ subjects: new Set(), damaged: 0 });
  });

  it('torn at any byte, name nobody else, and those before and behind are whole', () => {
    const line = erasureLine(bob);
    for (let length = 1; length < line.length - 1; length++) {
      const content = `${erasureLine(ada)}${line.slice(0, length)}\n${erasureLine(bob)}`;
      expect(parseErasureLines(content)).toEqual({ subjects: new Set([ada, bob]), damaged: 1 });
      const atTheEnd = `${erasureLine(ada)}${line.slice(0, length)}`;
      expect(parseErasureLines(atTheEnd)).toEqual({ subjects: new Set([ada]), damaged: 1 });
    }
  });

  it('with one letter changed, name nobody', () => {
    const changed = erasureLine(ada).replace('d0"', 'd1"');
    expect(parseErasureLines(changed)).toEqual({ subjects: new Set(), damaged: 1 });
    expect(parseErasureLines('\0'.repeat(40))).toEqual({ subjects: new Set(), damaged: 1 });
  });
});
