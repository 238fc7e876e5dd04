import { boundedPageOf, isEqual, isOneOf, isOneOfOrAny, page, pageOf, type PageQuery } from './page.js';
import { hasTags } from './tag-filter.js';

const query: PageQuery<'name' | 'age'> = {
  name: 'zoo.pets',
  select: 'p.name',
  from: 'zoo.pet AS p',
  where: [isEqual('p.tenant_id', 'org:demo')],
  sort: {
    by: [],
    columns: { name: 'p.name', age: 'coalesce(p.age, 0)' },
    then: ['p.created_at', 'p.pet_id'],
  },
  limit: 10,
  offset: 20,
};
const flat = (text: string) => text.replaceAll(/\s+/g, ' ');

describe('the statement for a page', () => {
  it('asks for one row more than the page holds, from its offset on', () => {
    const { text, values } = page(query);
    expect(flat(text)).toBe(
      'SELECT p.name FROM zoo.pet AS p WHERE p.tenant_id = $1 ORDER BY p.created_at, p.pet_id LIMIT $2 OFFSET $3',
    );
    expect(values).toEqual(['org:demo', 11, 20]);
    expect(pageOf([1, 2, 3], { limit: 2 })).toEqual({ rows: [1, 2], hasMore: true });
    expect(pageOf([1, 2], { limit: 2 })).toEqual({ rows: [1, 2], hasMore: false });
  });

  it('is bounded in bytes where that is asked for, and has at least one row', () => {
    const { text, values } = page({
      ...query,
      bytes: { alias: 'p', ofRow: 'octet_length(p.story)', most: 1_000 },
    });
    expect(flat(text)).toBe(
      'SELECT p.name, p.page_rows FROM ( SELECT p.*, (count(*) OVER ())::integer AS page_rows,' +
        ' sum(octet_length(p.story)) OVER (ORDER BY p.created_at, p.pet_id ROWS UNBOUNDED PRECEDING)' +
        ' - octet_length(p.story) AS bytes_before FROM (SELECT p.* FROM zoo.pet AS p WHERE p.tenant_id = $1' +
        ' ORDER BY p.created_at, p.pet_id LIMIT $2 OFFSET $3) AS p ) AS p' +
        ' WHERE p.bytes_before < $4 ORDER BY p.created_at, p.pet_id',
    );
    expect(values).toEqual(['org:demo', 11, 20, 1_000]);
    const rows = [1, 2].map((id) => ({ id, page_rows: 3 }));
    expect(boundedPageOf(rows, { limit: 10 })).toEqual({ rows: [{ id: 1 }, { id: 2 }], hasMore: true });
    expect(boundedPageOf(rows, { limit: 1 })).toEqual({ rows: [{ id: 1 }], hasMore: true });
    expect(boundedPageOf([{ id: 1, page_rows: 1 }], { limit: 10 })).toEqual({
      rows: [{ id: 1 }],
      hasMore: false,
    });
    expect(boundedPageOf([], { limit: 10 })).toEqual({ rows: [], hasMore: false });
  });

  it('holds the conditions that are asked for, and what the caller may see', () => {
    const { text, values } = page({
      ...query,
      where: [
        ...query.where,
        isEqual('p.is_tame', true, 'boolean'),
        isEqual('p.age', null),
        isOneOf('p.pet_id', ['p1', '\u0000']),
        isOneOf('p.owner', []),
        isOneOfOrAny('p.kind', []),
        isOneOfOrAny('p.food', ['hay', '\u0000']),
        isOneOfOrAny('p.toy', ['\u0000']),
      ],
      scope: (first) => ({ text: `p.ward = $${first}`, values: ['B'] }),
    });
    expect(flat(text)).toContain(
      'WHERE p.tenant_id = $1 AND p.is_tame = $2::boolean AND p.pet_id = ANY($3::text[])' +
        ' AND (cardinality($4::text[]) = 0 OR p.kind = ANY($4::text[]))' +
        ' AND (cardinality($5::text[]) = 0 OR p.food = ANY($5::text[]))' +
        ' AND (cardinality($6::text[]) = 0 OR p.toy = ANY($6::text[])) AND p.ward = $7 ORDER BY',
    );
    expect(values).toEqual(['org:demo', true, ['p1'], [], ['hay'], [''], 'B', 11, 20]);
  });

  it('has one text and name for each order, also when fields are repeated', () => {
    const by = (...keys: readonly [field: 'name' | 'age', descending?: boolean][]) =>
      page({
        ...query,
        sort: { ...query.sort, by: keys.map(([field, descending = false]) => ({ field, descending })) },
      });
    const once = by(['age', true], ['name']);
    expect(flat(once.text)).toContain(
      'ORDER BY coalesce(p.age, 0) DESC, p.name ASC, p.created_at, p.pet_id LIMIT',
    );
    expect(by(['age', true], ['name'], ['age'], ['name', true])).toEqual(once);
    expect(by(['name'], ['age', true]).name).not.toBe(once.name);
    expect(once.name).toMatch(/^zoo\.pets_[0-9a-f]{16}$/);
  });

  it('has one text for any tags in any number: each text stays with every connection', () => {
    const tagged = (...tags: Parameters<typeof hasTags>[0]) =>
      page({
        ...query,
        where: [...query.where, hasTags(tags, 'FROM zoo.tag AS t WHERE t.pet_id = p.pet_id')],
      });
    const one = tagged({ key: 'area', value: 'heart' });
    const many = tagged(
      { key: 'new', value: null },
      { key: 'area', value: 'heart' },
      { key: 'any', value: undefined },
    );
    expect([many.text, many.name]).toEqual([one.text, one.name]);
    expect(tagged()).toEqual(page(query));
  });
});
