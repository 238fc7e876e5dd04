import type { CallFailure } from '@svc/engine';
import { ManualTimers } from '../../test/manual-timers.js';
import { ServerWatch } from './server-watch.js';

const settled = () => new Promise((resolve) => setImmediate(resolve));

function watched(...found: readonly (string | null)[]) {
  const timers = new ManualTimers();
  const changes: string[] = [];
  let probes = 0;
  const watch = new ServerWatch({
    timers,
    probe: () => {
      probes += 1;
      return Promise.resolve(found[probes - 1] ?? null);
    },
    onChange: (reachability, code) => changes.push(`${reachability} ${code}`.trim()),
  });
  return { watch, timers, changes, probes: () => probes };
}

describe('given a server without any call', () => {
  it('when its watch was not started, then nothing is known and nothing is probed', () => {
    const { watch, probes } = watched();
    expect([watch.reachability, probes()]).toEqual(['unknown', 0]);
  });

  it('when a probe connects, then it is reachable, probes end, and no change is reported', async () => {
    const { watch, timers, changes, probes } = watched(null);
    watch.start();
    await settled();
    timers.pass(3_600_000);
    expect([watch.reachability, probes(), changes]).toEqual(['reachable', 1, []]);
  });

  it('when a probe does not connect, then it is unreachable, and that is reported once with the reason', async () => {
    const { watch, timers, changes } = watched('ECONNREFUSED', 'ECONNREFUSED');
    watch.start();
    await settled();
    timers.pass(2_000);
    await settled();
    expect([watch.reachability, changes]).toEqual(['unreachable', ['unreachable ECONNREFUSED']]);
  });
});

describe('given a server that can not be reached', () => {
  it('when it stays so, then probes come after 2, 4, 8 s and so on, up to each minute', async () => {
    const { watch, timers, probes } = watched(...Array<string>(20).fill('timeout'));
    watch.start();
    await settled();
    const waits: number[] = [];
    for (let seconds = 0, seen = probes(), since = 0; waits.length < 7; seconds += 1) {
      timers.pass(1_000);
      await settled();
      if (probes() === seen) continue;
      seen = probes();
      waits.push(seconds + 1 - since);
      since = seconds + 1;
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60]);
  });

  it('when a later probe connects, then it is reachable again, and probes end', async () => {
    const { watch, timers, changes, probes } = watched('timeout', null);
    watch.start();
    await settled();
    timers.pass(2_000);
    await settled();
    expect([watch.reachability, changes]).toEqual(['reachable', ['unreachable timeout', 'reachable']]);
    expect([timers.pending, probes()]).toEqual([0, 2]);
  });

  it.each([
    null,
    'rate_limited',
    'refused',
    'bad_output',
    'content_filtered',
    'context_overflow',
  ] as (CallFailure | null)[])(
    'when a call is answered (%s), then it is reachable without waiting for a probe',
    async (failure) => {
      const { watch, timers } = watched('timeout');
      watch.start();
      await settled();
      watch.called(failure);
      expect([watch.reachability, timers.pending]).toEqual(['reachable', 0]);
    },
  );

  it.each(['timeout', 'unavailable', 'cancelled'] as CallFailure[])(
    'when a call fails without telling (%s), then it stays unreachable',
    async (failure) => {
      const { watch } = watched('timeout');
      watch.start();
      await settled();
      watch.called(failure);
      expect(watch.reachability).toBe('unreachable');
    },
  );

  it('when the process stops, then no further probe begins', async () => {
    const { watch, timers, probes } = watched('timeout');
    watch.start();
    await settled();
    watch.stop();
    timers.pass(60_000);
    expect([timers.pending, probes()]).toEqual([0, 1]);
  });
});

describe('given a server that was reached', () => {
  it('when calls no longer reach it, then that is reported once, and one probe at a time finds out when they can', async () => {
    const { watch, timers, changes, probes } = watched(null, null);
    watch.start();
    await settled();
    watch.called('unreachable');
    watch.called('unreachable');
    expect([watch.reachability, timers.pending]).toEqual(['unreachable', 1]);
    timers.pass(2_000);
    await settled();
    expect([probes(), changes]).toEqual([2, ['unreachable unreachable', 'reachable']]);
  });
});
