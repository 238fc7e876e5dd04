import { createRunner, never, stopAll, toolCall } from './harness.js';

afterEach(stopAll);

describe('a built-in tool', () => {
  const tool = {
    kind: 'built-in',
    name: 'clock',
    inputSchema: {},
    hasEffects: false,
    timeoutMs: 50,
  } as const;

  it('runs here', async () => {
    const { runner } = createRunner({ builtIn: new Map([['clock', async () => ({ day: 'Monday' })]]) });
    expect(await runner.run(tool, toolCall(), never)).toMatchObject({
      type: 'ended',
      result: { day: 'Monday' },
    });
  });

  it('given one that fails, then the reason says nothing of it, and the log does, without secrets', async () => {
    const { runner, lines } = createRunner({
      builtIn: new Map([['clock', () => Promise.reject(new Error('gears of brass-key'))]]),
    });
    const values = { variables: {}, secrets: { KEY: 'brass-key' } };
    expect(await runner.run(tool, toolCall({ values }), never)).toMatchObject({
      type: 'failed',
      class: 'generic',
      reason: 'An internal error happened.',
    });
    expect(lines.join()).toContain('gears of [redacted]');
    expect(lines.join()).not.toContain('brass-key');
  });

  it('given one that ignores its time, then it is not waited for', async () => {
    const { runner } = createRunner({ builtIn: new Map([['clock', () => new Promise(() => undefined)]]) });
    expect(await runner.run(tool, toolCall(), never)).toMatchObject({ type: 'failed', class: 'timeout' });
    const withEffects = { ...tool, hasEffects: true };
    expect(await runner.run(withEffects, toolCall(), never)).toMatchObject({ type: 'unknown' });
  });
});
