import { collectProcessMetrics, createMetrics, noMetrics } from './index.js';

describe('metrics', () => {
  it('are exposed in the Prometheus text format', async () => {
    const metrics = createMetrics();
    const calls = metrics.counter({ name: 'calls_total', description: 'Calls.' });
    calls.add(1, { code: 'ok' });
    calls.add(2, { code: 'ok' });
    metrics.histogram({ name: 'call_seconds', description: 'Length.', buckets: [0.1, 1] }).record(0.5);
    metrics.gauge({ name: 'open', description: 'Open.', observe: () => [{ value: 7 }] });

    const text = await metrics.expose();

    expect(text).toContain(
      '# HELP calls_total Calls.\n# TYPE calls_total counter\ncalls_total{code="ok"} 3\n',
    );
    expect(text).toContain('call_seconds_bucket{le="0.1"} 0\ncall_seconds_bucket{le="1"} 1\n');
    expect(text).toContain('# TYPE open gauge\nopen 7');
  });

  it('read gauges at each scrape', async () => {
    const metrics = createMetrics();
    let value = 1;
    metrics.gauge({
      name: 'open',
      description: 'Open.',
      observe: () => Promise.resolve([{ value: value++ }]),
    });
    expect(await metrics.expose()).toContain('\nopen 1');
    expect(await metrics.expose()).toContain('\nopen 2');
  });

  it('are exposed also when a gauge fails or is too slow', async () => {
    const metrics = createMetrics({ observeWithinMs: 10 });
    metrics.counter({ name: 'calls_total', description: 'Calls.' }).add(1);
    metrics.gauge({ name: 'failing', description: 'F.', observe: () => Promise.reject(new Error('away')) });
    metrics.gauge({ name: 'silent', description: 'S.', observe: () => new Promise(() => undefined) });
    metrics.gauge({ name: 'sound', description: 'S.', observe: () => [{ value: 3 }] });
    const text = await metrics.expose();
    expect(text).toContain('\ncalls_total 1');
    expect(text).toContain('\nsound 3');
  });

  it('show a gauge with only the labels of this scrape', async () => {
    const metrics = createMetrics();
    let blockers = ['rebuild', 'backup'];
    const observe = () => {
      if (blockers.length === 0) throw new Error('away');
      return blockers.map((by) => ({ value: 1, labels: { by } }));
    };
    metrics.gauge({ name: 'age', description: 'Age.', observe });
    await metrics.expose();
    blockers = ['backup'];
    const [one, other] = await Promise.all([metrics.expose(), metrics.expose()]);
    expect(one).toContain('age{by="backup"} 1');
    expect(one).not.toContain('rebuild');
    expect(other).toBe(one);
    blockers = [];
    expect(await metrics.expose()).not.toContain('age{');
  });

  it('give one series to two libraries with the same name', async () => {
    const metrics = createMetrics();
    const description = { name: 'calls_total', description: 'Calls.' };
    metrics.counter(description).add(1);
    metrics.counter(description).add(1);
    for (const context of ['identity', 'agents']) {
      const observe = () => [{ value: 1, labels: { context } }];
      metrics.gauge({ name: 'lag', description: 'Lag.', observe });
    }
    const text = await metrics.expose();
    expect(text).toContain('\ncalls_total 2');
    expect(text).toContain('lag{context="identity"} 1\nlag{context="agents"} 1');
  });

  it('cover the process and the delay of its event loop', async () => {
    const metrics = createMetrics();
    const collecting = collectProcessMetrics(metrics);
    const letTimersRun = () => new Promise((resolve) => setTimeout(resolve, 20));

    await letTimersRun();
    const blockedUntil = performance.now() + 60;
    while (performance.now() < blockedUntil);
    await letTimersRun();
    const text = await metrics.expose();
    collecting.stop();
    const longest = /event_loop_delay_seconds\{quantile="1"\} ([\d.e-]+)/.exec(text)?.[1];
    expect(Number(longest)).toBeGreaterThan(0.03);
    expect(text).toMatch(/process_resident_memory_bytes \d{7,}/);
    expect(text).toMatch(/process_cpu_seconds [\d.]+/);
  });

  it('have a form that records nothing', () => {
    expect(noMetrics.counter({ name: 'a', description: 'A.' }).add(1)).toBeUndefined();
  });
});
