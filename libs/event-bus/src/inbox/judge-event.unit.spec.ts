import { samplePublicEvent } from '../../test/sample-event.js';
import { judgeEvent, nothingApplied, type Applied } from './judge-event.js';

/** Version 3, behind the public event of version 1; the hash of a version is that byte 32 times. */
const event = samplePublicEvent();
const applied = (version: number, hash = version): Applied => ({ version, hash: Buffer.alloc(32, hash) });

describe('an event, given what was applied of its stream', () => {
  it.each([
    ['the event that it names', applied(1), 'next'],
    ['itself', applied(3), 'repeat'],
    ['a later one', applied(5), 'repeat'],
    ['nothing, though it has a predecessor', nothingApplied, 'gap'],
    ['another event in the place of its predecessor', applied(1, 9), 'diverged'],
    ['another event in its own place', applied(3, 9), 'diverged'],
    ['an event between it and its predecessor', applied(2), 'diverged'],
  ])('follows, or not: %s', (_what, state, verdict) => {
    expect(judgeEvent(event, state)).toBe(verdict);
  });

  it('is next as the first of its stream, given no applied event', () => {
    const first = samplePublicEvent({ streamVersion: 1, previousVersion: 0, previousHash: Buffer.alloc(32) });
    expect(judgeEvent(first, nothingApplied)).toBe('next');
  });
});
