import { BlobMismatchError, plainBlob } from '@svc/blobs';
import { createMemoryBlobs } from '@svc/blobs/memory';
import { maxPayloadBytes } from '@svc/event-store';
import { VersionBodies, type Versioned } from './version-bodies.js';

const graph: Versioned = { tenantId: 'org:demo', category: 'context_graph', id: '1' };
const agent: Versioned = { ...graph, category: 'agent' };
const large = JSON.stringify('x'.repeat(70_000));

function given() {
  const blobs = createMemoryBlobs();
  return { blobs, bodies: new VersionBodies(blobs) };
}

it('given a body that fits into an event, then it is stored there, and nothing goes to the blob store', async () => {
  const { blobs, bodies } = given();
  const json = '{"a":"ä"}';
  const draft = bodies.draft(graph, json);
  await draft.keep();
  const { address } = plainBlob({ tenantId: 'org:demo', owner: '' }, Buffer.from(json));
  expect(draft.body).toEqual({ address, sizeBytes: 10, inlineJson: json });
  expect(blobs.kept.size).toBe(0);
  expect(await bodies.read({ ...graph, body: draft.body })).toBe(json);
});

it('given the largest inline body, then it fits into an event even with its quotes doubled', () => {
  const { bodies } = given();
  const sizes = [28, 29, 30, 31].map((kibibytes) => bodies.draft(graph, '"'.repeat(kibibytes * 1024)).body);
  const largest = sizes.findLast(({ inlineJson }) => inlineJson !== null);
  expect(Buffer.byteLength(JSON.stringify(largest))).toBeLessThan(maxPayloadBytes - 1024);
  expect(sizes.at(-1)?.inlineJson).toBeNull();
});

it('given a body that does not fit, then it is in the blob store, and is deleted with its owner', async () => {
  const { blobs, bodies } = given();
  const { body, keep } = bodies.draft(graph, large);
  expect(body.inlineJson).toBeNull();
  expect(blobs.kept.size).toBe(0);
  await keep();
  expect(await bodies.read({ ...graph, body })).toBe(large);
  await blobs.deleteByOwner('org:demo/context_graph/1');
  expect(blobs.kept.size).toBe(0);
});

it.each<[string, Partial<Versioned>]>([
  ['tenant', { tenantId: 'org:other' }],
  ['id', { id: '2' }],
  ['category', { category: 'agent' }],
])('given a body of another %s, then it is not found', async (_what, other) => {
  const { bodies } = given();
  const { body, keep } = bodies.draft(graph, large);
  await keep();
  await expect(bodies.read({ ...graph, ...other, body })).rejects.toMatchObject({ code: 'internal_error' });
});

it('given bodies by value and by reference, then they come in order', async () => {
  const { bodies } = given();
  const drafts = [large, '{}', `[${large}]`].map((json, index) => {
    const versioned = index === 0 ? agent : graph;
    return { json, versioned, ...bodies.draft(versioned, json) };
  });
  for (const { keep } of drafts) await keep();
  const kept = drafts.map(({ versioned, body }) => ({ ...versioned, body }));
  expect(await bodies.readAll(kept)).toEqual(drafts.map(({ json }) => json));
});

it('given a damaged body, then that is an error, and nothing of it is returned', async () => {
  const { blobs, bodies } = given();
  const { body } = bodies.draft(graph, large);
  const { address } = body;
  const owner = 'org:demo/context_graph/1';
  await blobs.put({ tenantId: 'org:demo', owner, address, content: Buffer.from('"damaged"') });
  await expect(bodies.read({ ...graph, body })).rejects.toThrow(BlobMismatchError);
});
