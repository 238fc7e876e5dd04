import { ManualTimers } from '../../test/manual-timers.js';
import { ScriptedModel } from '../../test/scripted-model.js';
import type { EngageRequest } from '../model/model-port.js';
import { Incoming } from './incoming.js';
import { LiveCall } from './live-call.js';
import { RunningTimers } from './running-timers.js';

function begun() {
  const cancel = new AbortController();
  const manual = new ManualTimers();
  const timers = new RunningTimers(manual, cancel.signal);
  return { cancel, manual, timers, incoming: new Incoming(timers) };
}

describe('given timers that are set, and no call', () => {
  it('when one is due, then it has fired, and the others go on', async () => {
    const { manual, timers, incoming } = begun();
    timers.set('short', 10);
    timers.set('long', 30);
    const next = incoming.next();
    manual.pass(10);
    expect(await next).toEqual([{ type: 'timer-fired', id: 'short' }]);
    expect([timers.areSet, manual.pending]).toEqual([true, 1]);
  });

  it('when several have fired before the next read, then all of them come', async () => {
    const { manual, timers, incoming } = begun();
    timers.set('one', 10);
    timers.set('other', 20);
    manual.pass(50);
    expect(await incoming.next()).toEqual([
      { type: 'timer-fired', id: 'one' },
      { type: 'timer-fired', id: 'other' },
    ]);
    expect(timers.areSet).toBe(false);
  });

  it('when one is cancelled, fired or not, then it never comes', async () => {
    const { manual, timers, incoming } = begun();
    for (const id of ['fired', 'cancelled', 'left']) timers.set(id, 10);
    timers.cancel('cancelled');
    manual.pass(10);
    timers.cancel('fired');
    expect(await incoming.next()).toEqual([{ type: 'timer-fired', id: 'left' }]);
  });

  it('when nobody waits for the turn, then the wait ends', async () => {
    const { cancel, timers, incoming } = begun();
    timers.set('one', 10);
    const next = incoming.next();
    cancel.abort();
    expect(await next).toEqual([]);
    expect(await incoming.next()).toEqual([]);
  });

  it('when the turn is over, then no timer is left', () => {
    const { manual, timers } = begun();
    timers.set('one', 10);
    timers.set('other', 20);
    timers.cancelAll();
    expect([timers.areSet, manual.pending]).toEqual([false, 0]);
  });
});

it('given no timers and no call, then nothing can come', async () => {
  expect(await begun().incoming.next()).toEqual([]);
});

it('given no timer that is set, and no call, then nothing comes', async () => {
  expect(await begun().incoming.next()).toEqual([]);
});

it('given a call that is over, when a timer is still set, then that is waited for', async () => {
  const { cancel, manual, timers, incoming } = begun();
  const request = { callId: 'c', task: { type: 'engage' } } as EngageRequest;
  const call = new LiveCall(new ScriptedModel(), request, cancel.signal);
  incoming.begin('c', call);
  await call.end();
  timers.set('one', 10);
  const next = incoming.next();
  manual.pass(10);
  expect(await next).toEqual([{ type: 'timer-fired', id: 'one' }]);
});
