import { Circuit } from './circuit.js';

function failing(times: number, nowMs = 0): Circuit {
  const circuit = new Circuit();
  for (let time = 0; time < times; time += 1) {
    circuit.enter(nowMs);
    circuit.leave('unavailable', nowMs);
  }
  return circuit;
}

describe('given a model that fails', () => {
  it('when it fails five times, then it is still asked', () => {
    expect([failing(5).state(0), failing(5).enter(0)]).toEqual(['closed', true]);
  });

  it('when it fails six times, then it is left alone for two seconds', () => {
    const circuit = failing(6);
    expect([circuit.state(0), circuit.enter(1_999), circuit.restMs(500)]).toEqual(['open', false, 1_500]);
    expect(circuit.state(2_000)).toBe('half-open');
  });

  it('when its rest is over, then one call alone probes it', () => {
    const circuit = failing(6);
    expect([circuit.enter(2_000), circuit.enter(2_000)]).toEqual([true, false]);
    circuit.leave(null, 2_100);
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
      circuit.leave('unreachable', nowMs);
      rests.push(circuit.restMs(nowMs));
    }
    expect(rests).toEqual([4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  });

  it('when whoever probed it went away, then the next call probes it', () => {
    const circuit = failing(6);
    circuit.enter(2_000);
    circuit.leave('cancelled', 2_000);
    expect(circuit.enter(2_000)).toBe(true);
  });

  it.each(['bad_output', 'content_filtered'] as const)('when it answers %s, then it can be asked', (kind) => {
    const circuit = failing(5);
    circuit.leave(kind, 0);
    circuit.leave('unavailable', 0);
    expect(circuit.state(0)).toBe('closed');
  });
});
