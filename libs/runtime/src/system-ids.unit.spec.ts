import { isResourceId } from '@svc/kernel';
import { createSystemIds, systemClock } from './index.js';

const fixedClock = (ms: number) => ({ now: () => ms });

describe('system ids', () => {
  it('returns object ids of 24 lower-case hex digits that begin with the second of their creation', () => {
    const ids = createSystemIds(fixedClock(0x65f0a1b2 * 1000 + 999));
    expect(ids.resourceId('org:demo')).toMatch(/^65f0a1b2[a-f0-9]{16}$/);
  });

  it('returns resource ids in the format of their tenant', () => {
    const ids = createSystemIds();
    expect(isResourceId('org:demo', ids.resourceId('org:demo'))).toBe(true);
    expect(isResourceId('ws:1', ids.resourceId('ws:1'))).toBe(true);
  });

  it('returns object ids that rise from one millisecond to the next', () => {
    let nowMs = 1_700_000_000_000;
    const ids = createSystemIds({ now: () => nowMs++ });
    const many = Array.from({ length: 2_500 }, () => ids.resourceId('org:demo'));
    expect(many.toSorted()).toEqual(many);
  });

  it('returns different object ids within one millisecond', () => {
    const ids = createSystemIds(fixedClock(1_700_000_000_000));
    const many = new Set(Array.from({ length: 10_000 }, () => ids.resourceId('org:demo')));
    expect(many.size).toBe(10_000);
  });

  it('returns random UUIDs of version 4', () => {
    const ids = createSystemIds();
    expect(ids.uuid()).toMatch(/^[a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[89ab][a-f0-9]{3}-[a-f0-9]{12}$/);
    expect(ids.uuid()).not.toBe(ids.uuid());
  });

  it('returns event ids of version 7 with the millisecond', () => {
    const ids = createSystemIds(fixedClock(0x0191f0d27a0b));
    expect(ids.eventId()).toMatch(/^0191f0d2-7a0b-7[a-f0-9]{3}-[89ab][a-f0-9]{3}-[a-f0-9]{12}$/);
  });

  it('returns rising event ids inside one millisecond, also beyond the width of the counter', () => {
    const ids = createSystemIds(fixedClock(1_700_000_000_000));
    const many = Array.from({ length: 10_000 }, () => ids.eventId());
    expect([...many].sort()).toEqual(many);
    expect(new Set(many).size).toBe(many.length);
  });

  it('returns rising event ids when the clock steps back', () => {
    const times = [1_700_000_000_500, 1_700_000_000_000, 1_700_000_000_001, 1_700_000_000_501];
    const ids = createSystemIds({ now: () => times.shift() ?? 0 });
    const four = [ids.eventId(), ids.eventId(), ids.eventId(), ids.eventId()];
    expect([...four].sort()).toEqual(four);
  });

  it('reads the machine clock', () => {
    const before = Date.now();
    const now = systemClock.now();
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(Date.now());
  });
});
