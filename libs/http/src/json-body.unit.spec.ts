import { DomainError } from '@svc/errors';
import fc from 'fast-check';
import { parseJsonBody } from './json-body.js';

const parse = (text: string) => parseJsonBody(Buffer.from(text, 'utf8'));
const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (failure) {
    if (failure instanceof DomainError) return failure.code;
    throw failure;
  }
  return 'taken';
};

describe('a JSON body', () => {
  it('is what was sent, whatever that is', () => {
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

  it('names where text that can not be stored stands, in keys as well', () => {
    const broken = (text: string): unknown => {
      try {
        return parse(text);
      } catch (failure) {
        return (failure as DomainError).fields.map(({ loc }) => loc.join('.'));
      }
    };
    expect(broken(String.raw`{"a":[{"b":"\u0000"}],"c":"\udc00 "}`)).toEqual(['body.a.0.b', 'body.c']);
    expect(broken(String.raw`{"a":{"\u0000":1}}`)).toEqual(['body.a']);
  });

  it('may hold escapes that stand for whole characters', () => {
    expect(parse(String.raw`"\ud83d\udc4b \u00e4"`)).toBe('👋 ä');
  });

  it('is refused, not followed, when it is nested without end', () => {
    const deep = `${'['.repeat(50_000)}"\\u00e4"${']'.repeat(50_000)}`;
    expect(['invalid_request', 'validation_failed']).toContain(codeOf(() => parse(deep)));
  });
});
