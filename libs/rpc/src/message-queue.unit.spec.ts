import { MessageQueue } from './message-queue.js';

const message = (size: number): Buffer => Buffer.alloc(size);

describe('messages between a source and its reader', () => {
  it('given a reader that waits, then it gets them in order, and the end', async () => {
    const queue = new MessageQueue();
    const first = queue.take();
    void queue.send(Buffer.from('a'));
    void queue.send(Buffer.from('b'));
    queue.end();
    expect([await first, await queue.take(), await queue.take()].map(String)).toEqual([
      'a',
      'b',
      'undefined',
    ]);
  });

  it('given a full window, then the source waits until the reader has taken enough', async () => {
    const queue = new MessageQueue();
    expect(queue.send(message(65_534))).toBeUndefined();
    let isSent = false;
    const sending = queue.send(message(1))?.then(() => (isSent = true));
    await Promise.resolve();
    expect(isSent).toBe(false);
    await queue.take();
    await sending;
    expect(isSent).toBe(true);
  });

  it('given an error after messages, then the reader gets it after them', async () => {
    const queue = new MessageQueue();
    void queue.send(message(1));
    queue.end(new Error('broken'));
    expect(await queue.take()).toHaveLength(1);
    await expect(queue.take()).rejects.toThrow('broken');
  });

  it('given a reader that has left, then a waiting source continues, and its messages are dropped', async () => {
    const queue = new MessageQueue();
    const sending = queue.send(message(70_000));
    queue.abandon();
    await sending;
    expect(queue.send(message(70_000))).toBeUndefined();
    expect(await queue.take()).toBeUndefined();
  });

  it('given a reader that must get the error at once, then the messages before it are dropped', async () => {
    const queue = new MessageQueue();
    void queue.send(message(1));
    queue.abandon(new Error('lost'));
    await expect(queue.take()).rejects.toThrow('lost');
  });
});
