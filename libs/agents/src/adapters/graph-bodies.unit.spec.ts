import { plainBlob } from '@svc/blobs';
import { createMemoryBlobs } from '@svc/blobs/memory';
import { maxPayloadBytes } from '@svc/event-store';
import { GraphBodies, graphBodyLimitBytes } from './graph-bodies.js';

const tenantId = 'org:demo';
const owner = { tenantId, owner: 'org:demo/context_graph/g1' } as const;

function given() {
  const { kept, ...blobs } = createMemoryBlobs();
  const bodies = new GraphBodies(blobs);
  return { kept, bodies, draftOf: (json: string) => bodies.draft(tenantId, 'g1', json) };
}
const addressOf = (json: string): string => plainBlob(owner, Buffer.from(json)).address;

it('given a body that fits into an event, then it is kept there, and nothing goes to the blob store', async () => {
  const { kept, bodies, draftOf } = given();
  const draft = draftOf('{"a":"ä"}');
  await draft.keep();
  expect(draft.body).toEqual({ address: addressOf('{"a":"ä"}'), sizeBytes: 10, inlineJson: '{"a":"ä"}' });
  expect(kept.size).toBe(0);
  expect(await bodies.read(tenantId, 'g1', draft.body)).toBe('{"a":"ä"}');
});

it('given the largest body that is kept by value, then an event still holds it, quotes doubled', () => {
  const { draftOf } = given();
  const sizes = [28, 29, 30, 31].map((kibibytes) => draftOf('"'.repeat(kibibytes * 1024)).body);
  const largest = sizes.findLast(({ inlineJson }) => inlineJson !== null);
  expect(Buffer.byteLength(JSON.stringify(largest))).toBeLessThan(maxPayloadBytes - 1024);
  expect(sizes.at(-1)?.inlineJson).toBeNull();
});

it('given a body that does not fit, then it is in the blob store, as one of the graph, once it is kept', async () => {
  const { kept, bodies, draftOf } = given();
  const json = JSON.stringify('x'.repeat(70_000));
  const draft = draftOf(json);
  expect(kept.size).toBe(0);
  await draft.keep();
  expect(kept.size).toBe(1);
  expect(await bodies.read(tenantId, 'g1', draft.body)).toBe(json);
  for (const [tenant, graph] of [
    ['org:other', 'g1'],
    [tenantId, 'g2'],
  ] as const)
    await expect(bodies.read(tenant, graph, draft.body)).rejects.toMatchObject({ code: 'internal_error' });
});

it('given a body above the limit, then it is refused', () => {
  const { draftOf } = given();
  expect(draftOf('x'.repeat(graphBodyLimitBytes)).body.sizeBytes).toBe(graphBodyLimitBytes);
  expect(() => draftOf('x'.repeat(graphBodyLimitBytes + 1))).toThrow(
    expect.objectContaining({ code: 'validation_failed' }),
  );
});
