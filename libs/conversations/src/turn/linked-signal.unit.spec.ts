import { getEventListeners } from 'node:events';
import { linkedSignal } from './linked-signal.js';

describe('a linked signal', () => {
  it('when a source aborts, then it aborts for the same reason', () => {
    const [one, other] = [new AbortController(), new AbortController()];
    const { signal } = linkedSignal([one.signal, other.signal]);
    expect(signal.aborted).toBe(false);
    other.abort('enough');
    one.abort('too late');
    expect(signal.reason).toBe('enough');
  });

  it('given a source that has aborted already, then it is aborted', () => {
    expect(linkedSignal([AbortSignal.abort('before')]).signal.reason).toBe('before');
  });

  it('when unlinked, then a source that lives on has no listener of it', () => {
    const source = new AbortController();
    const { signal, unlink } = linkedSignal([source.signal]);
    unlink();
    expect(getEventListeners(source.signal, 'abort')).toEqual([]);
    source.abort();
    expect(signal.aborted).toBe(false);
  });
});
