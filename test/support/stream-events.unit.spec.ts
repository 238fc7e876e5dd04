import { describe, expect, it } from '@jest/globals';
import { collect, only, readStreamEvents, type StreamEvent } from './stream-events.js';

const created: StreamEvent = { type: 'conversation-created', conversation_id: '65f0c0ffee65f0c0ffee65f0' };
const failed: StreamEvent = { type: 'error', http_error_code: 503, error_description: 'Grüße 😀' };

function body(pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
}

describe('reading a stream of events', () => {
  const bytes = Buffer.from(`${JSON.stringify(created)}\n\n${JSON.stringify(failed)}`);

  it.each([1, 2, 3, 7, bytes.length])('given pieces of %i bytes, finds the same events', async (size) => {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    );
    expect(await collect(readStreamEvents(body(pieces)))).toEqual([created, failed]);
  });

  it('yields each event before the next one arrives', async () => {
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    const open = new ReadableStream<Uint8Array>({ start: (own) => void (controller = own) });
    const events = readStreamEvents(open);
    controller?.enqueue(Buffer.from(`${JSON.stringify(created)}\n`));
    expect((await events.next()).value).toEqual(created);
    controller?.close();
    expect((await events.next()).done).toBe(true);
  });

  it('refuses bytes that are not UTF-8', async () => {
    await expect(collect(readStreamEvents(body([Buffer.from([0x22, 0xff, 0x22, 0x0a])])))).rejects.toThrow(
      'not valid for encoding utf-8',
    );
  });
});

describe('the only event of a type', () => {
  it('is found, and a missing or second one is an error', () => {
    expect(only([created, failed], 'error')).toBe(failed);
    expect(() => only([created], 'error')).toThrow('Expected one error');
    expect(() => only([failed, failed], 'error')).toThrow('Expected one error');
  });
});
