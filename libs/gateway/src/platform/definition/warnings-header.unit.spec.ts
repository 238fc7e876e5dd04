import { writtenWarnings } from './warnings-header.js';

describe('warnings in a header', () => {
  it('are a JSON array of ASCII', () => {
    const warnings = ['“größe” 🙂', 'a "b"\n'];
    const written = writtenWarnings(warnings);
    expect(written).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(written)).toEqual(warnings);
  });

  it.each([
    [50, 'x'.repeat(100)],
    [2, 'ß'.repeat(1_000)],
    [500, ''],
  ])('%i that are too long together take at most 2,000 bytes, and the rest is counted', (count, text) => {
    const written = writtenWarnings(Array.from({ length: count }, () => text));
    expect(written.length).toBeLessThanOrEqual(2_000);
    const shown = JSON.parse(written) as string[];
    const rest = count - shown.length + 1;
    if (shown.at(-1) !== text) expect(shown.at(-1)).toBe(`and ${rest} more`);
    else expect(shown).toHaveLength(count);
  });

  it('of just 2,000 bytes are whole', () => {
    const fits = ['x'.repeat(1_996)];
    expect(writtenWarnings(fits)).toHaveLength(2_000);
    expect(JSON.parse(writtenWarnings(fits))).toEqual(fits);
    expect(JSON.parse(writtenWarnings(['x'.repeat(1_997)]))).toEqual(['and 1 more']);
  });
});
