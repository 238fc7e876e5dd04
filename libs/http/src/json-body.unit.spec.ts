import { jest } from '@jest/globals';
import { DomainError } from '@svc/errors';
import fc from 'fast-check';
import { parseJsonBody } from './json-body.js';

const parse = (text: string) => parseJsonBody(Buffer.from(text, 'utf8'));
const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
  return 'taken';
};

describe('a JSON body', () => {
  it('is the value that was sent', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const expected: unknown = JSON.parse(text);
        fc.pre(!JSON.stringify(expected).includes('__proto__'));
        const storable = !/\\u0000|\\ud[89a-f]/i.test(JSON.stringify(expected));
        if (storable) expect(parse(text)).toEqual(expected);
        else expect(codeOf(() => parse(text))).toBe('validation_failed');
      }),
    );
  });

  it('is absent when it is empty', () => {
    expect(parse('')).toBeUndefined();
  });

  it('names at most twenty places of text that can not be stored', () => {
    const keys = Array.from({ length: 100 }, (_, index) => `"${index}\\u0000":1`).join();
    let error: unknown;
    try {
      parse(`{${keys}}`);
    } catch (thrown) {
      error = thrown;
    }
    expect((error as DomainError).fields).toHaveLength(20);
  });

  it('names the place of text that can not be stored, in keys as well', () => {
    const broken = (text: string): unknown => {
      try {
        return parse(text);
      } catch (error) {
        return (error as DomainError).fields.map(({ loc }) => loc.join('.'));
      }
    };
    expect(broken(String.raw`{"a":[{"b":"\u0000"}],"c":"\udc00 "}`)).toEqual(['body.a.0.b', 'body.c']);
    expect(broken(String.raw`{"a":{"\u0000":1}}`)).toEqual(['body.a']);
  });

  it('may hold escapes of whole characters', () => {
    expect(parse(String.raw`"\ud83d\udc4b \u00e4"`)).toBe('👋 ä');
  });

  it('is accepted if the same key comes again with text that can be stored', () => {
    expect(parse(String.raw`{"a":"\u0000","a":"b"}`)).toEqual({ a: 'b' });
  });

  it.each([
    ['nested without end', `${'['.repeat(50_000)}"\\u00e4"${']'.repeat(50_000)}`],
    ['nested a little too deep', `${'['.repeat(101)}${']'.repeat(101)}`],
    ['of too many elements', `[${'1,'.repeat(10_000)}1]`],
    ['of too many members', `{${Array.from({ length: 10_001 }, (_, index) => `"${index}":1`).join()}}`],
    ['of too many objects', `[${'{},'.repeat(5_000)}{}]`],
  ])('is refused before it is parsed when it is %s', (_name, text) => {
    const parsed = jest.spyOn(JSON, 'parse');
    expect(codeOf(() => parse(text))).toBe('validation_failed');
    expect(parsed).not.toHaveBeenCalled();
    parsed.mockRestore();
  });

  it('may have the maximum depth and size', () => {
    const deep = `${'['.repeat(100)}${']'.repeat(100)}`;
    const large = `[${'1,'.repeat(9_999)}1]`;
    expect([codeOf(() => parse(deep)), codeOf(() => parse(large))]).toEqual(['taken', 'taken']);
  });

  it('is searched once for text that can not be stored, value by value', () => {
    const texts = Array.from({ length: 9_000 }, () => '"a"').join();
    const looks = jest.spyOn(String.prototype, 'isWellFormed');
    expect(codeOf(() => parse(`{"texts":[${texts}],"last":"\\ud800"}`))).toBe('validation_failed');
    expect(looks.mock.calls.length).toBeLessThanOrEqual(9_000 + 3);
    looks.mockRestore();
  });
});
