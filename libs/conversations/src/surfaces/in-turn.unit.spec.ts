import { InTurn } from './in-turn.js';

it('runs the tasks of one key in their order, and those of others beside them', async () => {
  const inTurn = new InTurn(10);
  const done: string[] = [];
  let end = (): void => undefined;
  const first = inTurn.run('a', async () => {
    await new Promise<void>((resolve) => (end = resolve));
    done.push('a1');
  });
  const second = inTurn.run('a', async () => void done.push('a2'));
  await inTurn.run('b', async () => void done.push('b1'));
  expect(done).toEqual(['b1']);
  end();
  await Promise.all([first, second]);
  expect(done).toEqual(['b1', 'a1', 'a2']);
});

it('refuses those that would wait behind too many, and takes them again later', async () => {
  const inTurn = new InTurn(1);
  const task = async () => 'done';
  const taken = [inTurn.run('a', task), inTurn.run('a', task)];
  await expect(inTurn.run('a', task)).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 1 });
  expect(await inTurn.run('b', task)).toBe('done');
  await Promise.all(taken);
  expect(await inTurn.run('a', task)).toBe('done');
});

it('given a task that fails, then the next one runs', async () => {
  const inTurn = new InTurn(1);
  const failing = inTurn.run('a', () => Promise.reject(new Error('No.')));
  const next = inTurn.run('a', async () => 'done');
  await expect(failing).rejects.toThrow('No.');
  expect(await next).toBe('done');
});
