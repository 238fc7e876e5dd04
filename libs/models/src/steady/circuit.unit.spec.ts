import { Circuit } from './circuit.js';

function failing(times: number, nowMs = 0): Circuit {
  const circuit = new Circuit();
  for (let time = 0; time < times; time += 1) {
    circuit.enter(nowMs);
    circuit.leave('unavailable', nowMs, nowMs);
  }
  return circuit;
}

describe('given a model that fails', () => {
  it('when it fails five times, then it is still called', () => {
    expect([failing(5).state(0), failing(5).enter(0)]).toEqual(['closed', true]);
  });

  it('when it fails six times, then it is not called for two seconds', () => {
    const circuit = failing(6);
    expect([circuit.state(0), circuit.enter(1_999), circuit.restMs(500)]).toEqual(['open', false, 1_500]);
    expect(circuit.state(2_000)).toBe('half-open');
  });

  it('when its rest is over, then only one call probes it', () => {
    const circuit = failing(6);
    expect([circuit.enter(2_000), circuit.enter(2_000)]).toEqual([true, false]);
    circuit.leave(null, 2_100, 2_000);
    expect([circuit.state(2_100), circuit.enter(2_100), circuit.enter(2_100)]).toEqual([
      'closed',
      true,
      true,
    ]);
  });

  it('when probes fail, then it rests twice as long each time, up to a minute', () => {
    const circuit = failing(6);
    let nowMs = 0;
    const rests: number[] = [];
    for (let probe = 0; probe < 7; probe += 1) {
      nowMs += circuit.restMs(nowMs);
      circuit.enter(nowMs);
      circuit.leave('unreachable', nowMs, nowMs);
      rests.push(circuit.restMs(nowMs));
    }
    expect(rests).toEqual([4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  });

  it('when the caller of a probe leaves, then the next call probes it', () => {
    const circuit = failing(6);
    circuit.enter(2_000);
    circuit.leave('cancelled', 2_000, 2_000);
    expect(circuit.enter(2_000)).toBe(true);
  });

  it.each(['bad_output', 'content_filtered', 'refused'] as const)(
    'when it responds with %s, then calls are allowed',
    (kind) => {
      const circuit = failing(5);
      circuit.leave(kind, 0, 0);
      circuit.leave('unavailable', 0, 0);
      expect(circuit.state(0)).toBe('closed');
    },
  );

  it('when earlier calls end during a probe, then none of them counts as the probe', () => {
    const circuit = failing(6);
    circuit.enter(2_000);
    circuit.leave('timeout', 2_001, 0);
    circuit.leave('cancelled', 2_002, 0);
    expect([circuit.enter(2_003), circuit.state(2_003)]).toEqual([false, 'half-open']);
    circuit.leave('timeout', 2_004, 2_000);
    expect(circuit.restMs(2_004)).toBe(4_000);
  });

  it('when earlier calls fail during its rest, then the rest does not get longer', () => {
    const circuit = failing(6);
    circuit.leave('timeout', 1_999, 0);
    expect(circuit.restMs(1_999)).toBe(1);
  });

  it('when an earlier call succeeds during a probe, then all calls are allowed again', () => {
    const circuit = failing(6);
    circuit.enter(2_000);
    circuit.leave(null, 2_001, 0);
    expect([circuit.enter(2_002), circuit.enter(2_002)]).toEqual([true, true]);
  });
});
