import { callerWith, start{{Context}}Server, type {{Context}}Server } from './{{context}}-server.js';

let server: {{Context}}Server;
beforeAll(async () => void (server = await start{{Context}}Server()));
afterAll(() => server.stop());

const permissions = ['{{writePermission}}', '{{readPermission}}'];
const member = callerWith(permissions);
const stranger = callerWith(permissions, 'other');
const nobody = callerWith([]);
const create = (name: string, caller = member) => server.{{context}}.create{{Aggregate}}({ caller, name });
const get = ({{aggregate}}Id: string, caller = member) => server.{{context}}.get{{Aggregate}}({ caller, {{aggregate}}Id });
const list = (limit: number, offset: number, caller = member) =>
  server.{{context}}.list{{Aggregate}}s({ caller, page: { limit, offset } });

describe('a created {{aggregateWords}}', () => {
  it('then it can be read and is listed, a page at a time', async () => {
    const { {{aggregate}}Id } = await create('First');
    await create('Second');
    const { {{aggregate}} } = await get({{aggregate}}Id);
    expect({{aggregate}}).toMatchObject({ {{aggregate}}Id, name: 'First' });
    expect(await list(1, 0)).toEqual({ {{aggregate}}s: [{{aggregate}}], page: { hasMore: true, nextOffset: 1 } });
    expect((await list(1, 1)).page).toEqual({ hasMore: false, nextOffset: undefined });
  });

  it('when the name is taken, also at the same moment, then it is a conflict', async () => {
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => create('Raced')));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    await expect(create('Raced')).rejects.toMatchObject({ code: 'conflict' });
  });

  it.each([
    ['a blank name', () => create(' ')],
    ['a page that is too long', () => list(101, 0)],
    ['a page that begins too far', () => list(1, 2 ** 31)],
  ])('given %s, then it is refused', async (_what, attempt) => {
    await expect(attempt()).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it.each(['0123456789abcdef01234567', 'x', 'a\u0000b', ''])('given the unknown id %j, then it is not found', async (id) => {
    await expect(get(id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('without the permission, then it is refused, and the list is empty', async () => {
    const { {{aggregate}}Id } = await create('Hidden');
    await expect(create('Forbidden', nobody)).rejects.toMatchObject({ code: 'permission_denied' });
    await expect(get({{aggregate}}Id, nobody)).rejects.toMatchObject({ code: 'permission_denied' });
    expect((await list(10, 0, nobody)).{{aggregate}}s).toEqual([]);
  });

  it('given another tenant, then it is not found, is not listed, and its name is free', async () => {
    const { {{aggregate}}Id } = await create('Ours');
    await expect(get({{aggregate}}Id, stranger)).rejects.toMatchObject({ code: 'not_found' });
    expect((await list(10, 0, stranger)).{{aggregate}}s).toEqual([]);
    await expect(create('Ours', stranger)).resolves.toBeDefined();
  });
});
