import type { Host } from './host.js';
import { openLibrary, type Library } from './library.js';
import { all, begun, saying } from './turns.js';

let library: Library;
let host: Host;
let conversationId: string;
beforeAll(async () => {
  library = await openLibrary();
  host = await library.startHost('host-1');
  conversationId = await begun(host);
});
afterAll(() => library.close());

const costOf = (id: string, tenantId = 'org:demo') =>
  host.admin.getConversationCost({ tenantId, conversationId: id });

describe('the cost of a conversation', () => {
  it('is summed from all of its recorded calls, turn after turn', async () => {
    const [before] = (await costOf(conversationId)).models;
    await all(host.client.interact(saying(conversationId, 'I like to read')));
    const { models } = await costOf(conversationId);
    expect(models).toMatchObject([{ model: 'scripted/test', inputTokens: 0, dollars: undefined }]);
    expect(models[0]?.attempts).toBeGreaterThan(before?.attempts ?? Infinity);
  });

  it.each([
    ['of no conversation', 'f'.repeat(24), 'org:demo', 'not_found'],
    ['of another organization', null, 'org:elsewhere', 'not_found'],
    ['of no tenant', null, 'demo', 'invalid_request'],
    ['of no id', 'x', 'org:demo', 'not_found'],
  ])('is not told %s', async (_what, id, tenantId, code) => {
    const asked = costOf(id ?? conversationId, tenantId);
    await expect(asked).rejects.toMatchObject({ code });
  });
});
