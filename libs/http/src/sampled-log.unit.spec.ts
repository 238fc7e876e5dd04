import type { LogFields } from '@svc/telemetry';
import { SampledLog } from './sampled-log.js';

function sampledLog(linesPerSecond: number) {
  const lines: (readonly [string, LogFields])[] = [];
  const due: (() => void)[] = [];
  const log = new SampledLog((message, fields) => lines.push([message, fields]), {
    linesPerSecond,
    later: (work) => due.push(work),
  });
  return { log, lines, secondPasses: () => due.splice(0).forEach((work) => work()) };
}

describe('a sampled log', () => {
  it('writes so many lines per second, and then the number of omitted ones', () => {
    const { log, lines, secondPasses } = sampledLog(2);
    for (const number of [1, 2, 3, 4, 5]) log.line('refused', { number });
    expect(lines).toEqual([
      ['refused', { number: 1 }],
      ['refused', { number: 2 }],
    ]);

    secondPasses();
    expect(lines.slice(2)).toEqual([['lines like these were left out', { left_out: 3 }]]);
  });

  it('resets each second, and writes no number if none was omitted', () => {
    const { log, lines, secondPasses } = sampledLog(1);
    for (const number of [1, 2, 3]) {
      log.line('refused', { number });
      secondPasses();
    }
    expect(lines.map(([, fields]) => fields)).toEqual([{ number: 1 }, { number: 2 }, { number: 3 }]);
  });
});
