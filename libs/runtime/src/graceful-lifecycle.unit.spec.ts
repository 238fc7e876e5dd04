import { jest } from '@jest/globals';
import { GracefulLifecycle, type LifecyclePart, type LifecycleReport } from './index.js';

describe('graceful lifecycle', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const recording = (log: string[], name: string, part: Partial<LifecyclePart> = {}): LifecyclePart => ({
    name,
    start: () => void log.push(`start ${name}`),
    stop: () => void log.push(`stop ${name}`),
    ...part,
  });

  it('starts in order and stops in reverse order', async () => {
    const log: string[] = [];
    const lifecycle = new GracefulLifecycle({ stopWithinMs: 1_000 });
    lifecycle.add(recording(log, 'database')).add(recording(log, 'http'));

    await lifecycle.start();
    const outcome = await lifecycle.stop('test');

    expect(log).toEqual(['start database', 'start http', 'stop http', 'stop database']);
    expect(outcome).toEqual({ failed: [] });
  });

  it('stops what was started when a later part fails to start, and passes the error on', async () => {
    const log: string[] = [];
    const lifecycle = new GracefulLifecycle({ stopWithinMs: 1_000 });
    const broken = recording(log, 'http', { start: () => Promise.reject(new Error('port taken')) });
    lifecycle.add(recording(log, 'database')).add(broken).add(recording(log, 'never'));

    await expect(lifecycle.start()).rejects.toThrow('port taken');

    expect(log).toEqual(['start database', 'stop database']);
  });

  it('waits for a part that is starting before it stops it, and starts no further one', async () => {
    const log: string[] = [];
    let finishStart = (): void => undefined;
    const slow = recording(log, 'database', {
      start: () => new Promise<void>((resolve) => (finishStart = resolve)),
    });
    const lifecycle = new GracefulLifecycle({ stopWithinMs: 1_000 });
    lifecycle.add(slow).add(recording(log, 'http'));

    const starting = lifecycle.start();
    const stopping = lifecycle.stop('SIGTERM');
    finishStart();
    await Promise.all([starting, stopping]);

    expect(log).toEqual(['stop database']);
  });

  it('tells each part the time left', async () => {
    const graces: number[] = [];
    const lifecycle = new GracefulLifecycle({ stopWithinMs: 10_000 });
    lifecycle.add({ name: 'database', stop: (graceMs) => void graces.push(graceMs) });
    lifecycle.add({
      name: 'http',
      stop: async (graceMs) => {
        graces.push(graceMs);
        await jest.advanceTimersByTimeAsync(4_000);
      },
    });

    await lifecycle.start();
    await lifecycle.stop('test');

    expect(graces).toEqual([10_000, 6_000]);
  });

  it('abandons a part that does not stop in time, and still stops the ones before it', async () => {
    const log: string[] = [];
    const reports: LifecycleReport[] = [];
    const lifecycle = new GracefulLifecycle({
      stopWithinMs: 2_000,
      report: (report) => reports.push(report),
    });
    const hanging = recording(log, 'http', { stop: () => new Promise<void>(() => undefined) });
    lifecycle.add(recording(log, 'database')).add(hanging);

    await lifecycle.start();
    const stopping = lifecycle.stop('test');
    await jest.advanceTimersByTimeAsync(3_000);

    expect(await stopping).toEqual({ failed: ['http'] });
    expect(log).toContain('stop database');
    expect(reports).toContainEqual(expect.objectContaining({ type: 'part-stop-failed', part: 'http' }));
  });

  it('continues when a part fails to stop', async () => {
    const log: string[] = [];
    const lifecycle = new GracefulLifecycle({ stopWithinMs: 1_000 });
    lifecycle.add(recording(log, 'database'));
    lifecycle.add({ name: 'http', stop: () => Promise.reject(new Error('broken')) });

    await lifecycle.start();

    expect(await lifecycle.stop('test')).toEqual({ failed: ['http'] });
    expect(log).toContain('stop database');
  });

  describe('on signals', () => {
    const withSignals = async (parts: LifecyclePart[]) => {
      const listeners = new Map<string, (signal: NodeJS.Signals) => void>();
      const exits: number[] = [];
      const lifecycle = new GracefulLifecycle({ stopWithinMs: 1_000 });
      for (const part of parts) lifecycle.add(part);
      const exited = new Promise<void>((resolve) => {
        lifecycle.stopOnSignals({ on: (signal, listener) => listeners.set(signal, listener) }, (code) => {
          exits.push(code);
          resolve();
        });
      });
      await lifecycle.start();
      return { send: (signal: NodeJS.Signals) => listeners.get(signal)?.(signal), exits, exited };
    };

    it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s drains and exits with 0', async (signal) => {
      const log: string[] = [];
      const { send, exits, exited } = await withSignals([recording(log, 'http')]);
      send(signal);
      await exited;
      expect(log).toEqual(['start http', 'stop http']);
      expect(exits).toEqual([0]);
    });

    it('a Ctrl-C that npm passes on a second time stops and exits once', async () => {
      const log: string[] = [];
      const { send, exits, exited } = await withSignals([recording(log, 'http')]);
      send('SIGINT');
      send('SIGINT');
      await exited;
      expect(log).toEqual(['start http', 'stop http']);
      expect(exits).toEqual([0]);
    });

    it('exits with 1 if a part was abandoned', async () => {
      const { send, exits, exited } = await withSignals([
        { name: 'http', stop: () => Promise.reject(new Error('broken')) },
      ]);
      send('SIGTERM');
      await exited;
      expect(exits).toEqual([1]);
    });
  });
});
