import { createHash } from 'node:crypto';
import type { Blobs } from '@svc/blobs';
import { maxPayloadBytes } from '@svc/event-store';
import { GraphBodies, graphBodyLimitBytes } from './graph-bodies.js';

const tenantId = 'org:demo';

function given() {
  const kept = new Map<string, Uint8Array>();
  const blobs: Blobs = {
    put: async (tenant, sha256, bytes) => void kept.set(`${tenant}/${sha256}`, bytes),
    get: async (tenant, sha256) => kept.get(`${tenant}/${sha256}`),
  };
  return { kept, bodies: new GraphBodies(blobs) };
}
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

it('given a body that fits into an event, then it is kept there, and nothing goes to the blob store', async () => {
  const { kept, bodies } = given();
  const draft = bodies.draft('{"a":"ä"}');
  await draft.keep(tenantId);
  expect(draft.body).toEqual({ sha256: sha256('{"a":"ä"}'), sizeBytes: 10, inlineJson: '{"a":"ä"}' });
  expect(kept.size).toBe(0);
  expect(await bodies.read(tenantId, draft.body)).toBe('{"a":"ä"}');
});

it('given the largest body that is kept by value, then an event still holds it, quotes doubled', () => {
  const { bodies } = given();
  const sizes = [28, 29, 30, 31].map((kibibytes) => bodies.draft('"'.repeat(kibibytes * 1024)).body);
  const largest = sizes.findLast(({ inlineJson }) => inlineJson !== null);
  expect(Buffer.byteLength(JSON.stringify(largest))).toBeLessThan(maxPayloadBytes - 1024);
  expect(sizes.at(-1)?.inlineJson).toBeNull();
});

it('given a body that does not fit, then it is in the blob store of its tenant, once it is kept', async () => {
  const { kept, bodies } = given();
  const json = JSON.stringify('x'.repeat(70_000));
  const draft = bodies.draft(json);
  expect(kept.size).toBe(0);
  await draft.keep(tenantId);
  expect([...kept.keys()]).toEqual([`${tenantId}/${sha256(json)}`]);
  expect(await bodies.read(tenantId, draft.body)).toBe(json);
  await expect(bodies.read('org:other', draft.body)).rejects.toMatchObject({ code: 'internal_error' });
});

it('given a body above the limit, then it is refused', () => {
  const { bodies } = given();
  expect(bodies.draft('x'.repeat(graphBodyLimitBytes)).body.sizeBytes).toBe(graphBodyLimitBytes);
  expect(() => bodies.draft('x'.repeat(graphBodyLimitBytes + 1))).toThrow(
    expect.objectContaining({ code: 'validation_failed' }),
  );
});
