import { CallsInFlight } from './calls-in-flight.js';

describe('calls of tools that are under way', () => {
  it('given a tenant with a hundred, then it gets no more, others do, and it does once one has ended', () => {
    const calls = new CallsInFlight();
    const ends = Array.from({ length: 100 }, () => calls.begin('org:slow'));
    expect(ends.every((end) => end !== undefined)).toBe(true);
    expect(calls.begin('org:slow')).toBeUndefined();
    expect(calls.begin('org:other')).toBeDefined();
    ends[0]?.();
    expect(calls.begin('org:slow')).toBeDefined();
    expect(calls.begin('org:slow')).toBeUndefined();
  });

  it('given a thousand of all tenants, then nobody gets more', () => {
    const calls = new CallsInFlight();
    for (let call = 0; call < 1_000; call += 1) expect(calls.begin(`org:${call % 20}`)).toBeDefined();
    expect(calls.begin('org:new')).toBeUndefined();
  });
});
