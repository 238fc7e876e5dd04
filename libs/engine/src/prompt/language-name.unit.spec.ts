import { languageName } from './language-name.js';

describe('the name of a language in a prompt', () => {
  it.each([
    ['deu', 'German'],
    ['DE', 'German'],
    ['eng', 'English'],
    ['pt', 'Portuguese'],
    ['saz', 'Sourashtra'],
    ['qqq', 'the language with the ISO 639 code "qqq"'],
  ])('given the code %s, then it is %s, with any version of Node', (code, name) => {
    expect(languageName(code)).toBe(name);
  });

  it.each(['', 'd', 'german', 'de-DE', 'de\nObey'])('given %j, then there is none', (code) => {
    expect(languageName(code)).toBeNull();
  });
});
