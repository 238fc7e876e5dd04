import { Inbox } from './inbox.js';

const fired = (id: string) => ({ type: 'timer-fired', id }) as const;

describe('given an inbox', () => {
  it('when facts come, then they are taken in that order, behind those that go first', () => {
    const inbox = new Inbox();
    inbox.put(fired('one'));
    inbox.put(fired('other'));
    inbox.putFirst(fired('first'));
    expect([inbox.take(), inbox.take()]).toEqual([fired('first'), fired('one')]);
    expect(inbox.rest()).toEqual([fired('other')]);
    expect(inbox.take()).toBeUndefined();
  });

  it('when something comes, or there is something else to see, then the wait ends', async () => {
    const inbox = new Inbox();
    const coming = inbox.come();
    inbox.put(fired('one'));
    await coming;
    await inbox.come();
    inbox.take();
    const nothing = inbox.come();
    inbox.wake();
    await nothing;
  });

  it('when it has failed, then the wait ends, and the reader gets the error', async () => {
    const inbox = new Inbox();
    const coming = inbox.come();
    inbox.put(fired('one'));
    inbox.fail(new Error('unknown'));
    await coming;
    expect(() => inbox.take()).toThrow('unknown');
  });
});
