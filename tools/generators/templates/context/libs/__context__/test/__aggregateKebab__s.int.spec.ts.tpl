import type { DomainError } from '@svc/errors';
import { callerWith, start{{Context}}Process, type {{Context}}Process } from './{{context}}-process.js';

let service: {{Context}}Process;
beforeAll(async () => void (service = await start{{Context}}Process()));
afterAll(() => service.stop());

const writer = callerWith('{{writePermission}}', '{{readPermission}}');
const nobody = callerWith();
const create = (name: string, caller = writer) => service.{{context}}.create{{Aggregate}}({ caller, name });
const list = (limit: number, offset: number, caller = writer) =>
  service.{{context}}.list{{Aggregate}}s({ caller, page: { limit, offset } });
const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'no failure',
    (failure: DomainError) => failure.code,
  );

describe('a created {{aggregateWords}}', () => {
  it('then it can be read and is listed, a page at a time', async () => {
    const { {{aggregate}}Id } = await create('First');
    await create('Second');
    const { {{aggregate}} } = await service.{{context}}.get{{Aggregate}}({ caller: writer, {{aggregate}}Id });
    expect({{aggregate}}).toMatchObject({ {{aggregate}}Id, name: 'First' });
    expect(await list(1, 0)).toEqual({ {{aggregate}}s: [{{aggregate}}], page: { hasMore: true, nextOffset: 1 } });
    expect((await list(1, 1)).page).toEqual({ hasMore: false, nextOffset: undefined });
  });

  it('when the name is taken, also at the same moment, then it is a conflict', async () => {
    const codes = await Promise.all([1, 2, 3].map(() => codeOf(create('Raced'))));
    expect(codes.toSorted()).toEqual(['conflict', 'conflict', 'no failure']);
  });

  it('when fields or pages are out of bounds, then it is refused', async () => {
    expect(await codeOf(create(' '))).toBe('validation_failed');
    expect(await codeOf(list(101, 0))).toBe('validation_failed');
    expect(await codeOf(list(1, 2 ** 31))).toBe('validation_failed');
  });

  it('when it is unknown, then it is not found', async () => {
    for (const {{aggregate}}Id of ['0123456789abcdef01234567', 'x', 'a\u0000b', '']) {
      const read = service.{{context}}.get{{Aggregate}}({ caller: writer, {{aggregate}}Id });
      expect(await codeOf(read)).toBe('not_found');
    }
  });

  it('when the caller lacks the permission, then it is refused, and the list is empty', async () => {
    expect(await codeOf(create('Forbidden', nobody))).toBe('permission_denied');
    const read = service.{{context}}.get{{Aggregate}}({ caller: nobody, {{aggregate}}Id: 'x' });
    expect(await codeOf(read)).toBe('permission_denied');
    expect((await list(10, 0, nobody)).{{aggregate}}s).toEqual([]);
  });
});
