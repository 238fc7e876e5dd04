import { describe, expect, it } from '@jest/globals';
import { erasureLine, parseErasureLines } from './erasure-lines.js';

const ada = 'org:demo/user/65f0a1b2c3d4e5f6a7b8c9d0';
const bob = 'org:demo/user/65f0a1b2c3d4e5f6a7b8c9d1';

describe('lines of erased subjects', () => {
  it('are read as they were written, with any id', () => {
    const odd = 'ws:ä/"entity"\n/1';
    const content = [ada, odd, ada].map(erasureLine).join('');
    expect(parseErasureLines(content)).toEqual({ subjects: new Set([ada, odd]), torn: 0, damaged: [] });
    expect(parseErasureLines('')).toEqual({ subjects: new Set(), torn: 0, damaged: [] });
  });

  it('torn at any byte, name no other subject, and the lines before and after are whole', () => {
    const line = erasureLine(bob);
    for (let length = 1; length < line.length - 1; length++) {
      const content = `${erasureLine(ada)}${line.slice(0, length)}\n${erasureLine(bob)}`;
      expect(parseErasureLines(content)).toEqual({ subjects: new Set([ada, bob]), torn: 1, damaged: [] });
      const atTheEnd = `${erasureLine(ada)}${line.slice(0, length)}`;
      expect(parseErasureLines(atTheEnd)).toEqual({ subjects: new Set([ada]), torn: 1, damaged: [] });
    }
  });

  it('padded with zeros, are torn', () => {
    const content = `${erasureLine(ada)}${erasureLine(bob).slice(0, 30)}${'\0'.repeat(40)}`;
    expect(parseErasureLines(content)).toEqual({ subjects: new Set([ada]), torn: 1, damaged: [] });
    expect(parseErasureLines('\0'.repeat(40))).toEqual({ subjects: new Set(), torn: 1, damaged: [] });
  });

  it('that are whole but wrong, or not from this list, are damaged and name nobody', () => {
    const changed = erasureLine(ada).replace('d0"', 'd1"');
    const carriageReturn = erasureLine(ada).replace('\n', '\r\n');
    const key = `${'0123456789abcdef'.repeat(4)}\n`;
    const content = [changed, erasureLine(bob), carriageReturn, key, 'words\n'].join('');
    expect(parseErasureLines(content)).toEqual({
      subjects: new Set([bob]),
      torn: 0,
      damaged: [1, 3, 4, 5],
    });
  });
});
