import { isLanguageCode } from './languages.js';
import { threeLetterCodes, twoLetterCodes } from './language-codes.js';

describe('a code of a language', () => {
  it.each(['eng', 'deu', 'zho', 'cmn', 'aaa', 'zza', 'zyp', 'und', 'en', 'de', 'zu'])('%s is one', (code) => {
    expect(isLanguageCode(code)).toBe(true);
  });

  it.each([
    ['that nobody was given', ['zzz', 'qqq', 'xx', 'zz']],
    ['for private use', ['qaa', 'qtz']],
    ['withdrawn', ['mol', 'iw', 'bgm']],
    ['of ISO 639-2/B alone', ['ger', 'fre', 'chi']],
    ['in capitals, or with a region', ['ENG', 'De', 'en-US', 'deu_DE']],
    ['of a script or a group', ['latn', 'sla', 'gem']],
    ['of another length, or none', ['', 'e', 'engl', ' en', 'constructor', 'aa:b']],
  ])('one %s is not', (_what, codes) => {
    expect(codes.filter(isLanguageCode)).toEqual([]);
  });

  it('is in its table once', () => {
    for (const table of [twoLetterCodes, threeLetterCodes]) {
      const words = table.trim().split(/\s+/);
      const beginnings = words.map((word) => word.slice(0, 2));
      expect(new Set(beginnings).size).toBe(words.length);
      for (const [letters] of words.map((word) => [word.slice(3)] as const))
        expect(new Set(letters).size).toBe(letters.length);
    }
  });
});
