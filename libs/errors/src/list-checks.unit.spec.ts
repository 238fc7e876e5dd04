import { FieldChecks } from './field-checks.js';
import { pageOf, sortKeysOf } from './list-checks.js';

const limits = { minimum: 1, maximum: 150 };

describe('the page that a list is asked for', () => {
  const checked = (page: { limit: number; offset: number } | undefined) => {
    const checks = new FieldChecks();
    const result = pageOf(page, limits, checks);
    checks.verify();
    return result;
  };

  it('without parameters, is the first one, at maximum length', () => {
    expect(checked(undefined)).toEqual({ limit: 150, offset: 0 });
  });

  it.each([
    { limit: 1, offset: 0 },
    { limit: 150, offset: 2 ** 31 - 1 },
  ])('given %j, then it is taken', (page) => {
    expect(checked(page)).toEqual(page);
  });

  it.each([
    [{ limit: 0, offset: 0 }, 'limit'],
    [{ limit: 151, offset: 0 }, 'limit'],
    [{ limit: 1, offset: -1 }, 'continuation_token'],
    [{ limit: 1, offset: 2 ** 31 }, 'continuation_token'],
  ])('given %j, then %s is refused', (page, name) => {
    expect(() => checked(page)).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        fields: [expect.objectContaining({ loc: ['query', name] })],
      }),
    );
  });
});

describe('the order that a list is asked for', () => {
  it('with an unknown field, names the valid ones', () => {
    const checks = new FieldChecks();
    const keys = [
      { field: 'name', descending: true },
      { field: 'secret', descending: false },
    ];
    expect(sortKeysOf(keys, ['name', 'created_at'], checks)).toEqual([{ field: 'name', descending: true }]);
    expect(() => checks.verify()).toThrow(
      expect.objectContaining({
        fields: [{ loc: ['query', 'sort_by'], msg: 'must be one of name, created_at', type: 'enum' }],
      }),
    );
  });
});
