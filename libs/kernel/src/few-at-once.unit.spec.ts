import { FewAtOnce } from './few-at-once.js';

describe('few tasks at once', () => {
  it('given more tasks than may run, then the others wait until one has ended, also by an error', async () => {
    const few = new FewAtOnce(2);
    const tasks = Array.from({ length: 4 }, () => Promise.withResolvers<string>());
    const begun: number[] = [];
    const results = tasks.map(({ promise }, at) =>
      few.run(() => {
        begun.push(at);
        return promise;
      }),
    );
    const settled = Promise.allSettled(results);
    expect(begun).toEqual([0, 1]);
    expect(few.waiting).toBe(2);
    tasks[1]?.reject(new Error('no answer'));
    await expect(results[1]).rejects.toThrow('no answer');
    expect(begun).toEqual([0, 1, 2]);
    for (const { resolve } of tasks) resolve('done');
    await settled;
    expect(begun).toEqual([0, 1, 2, 3]);
    await expect(few.run(async () => 'after')).resolves.toBe('after');
  });
});
