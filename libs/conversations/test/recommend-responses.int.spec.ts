import { ModelError } from '@svc/engine';
import { callerOf, omnipotent } from '@svc/testing';
import { ada } from './callers.js';
import type { Host } from './host.js';
import { openLibrary, type Library } from './library.js';
import { all, begun, messagesOf, saying } from './turns.js';

let library: Library;
let host: Host;
beforeAll(async () => {
  library = await openLibrary();
  host = await library.startHost('host-1');
});
beforeEach(async () => {
  await library.clear();
  host.model.reset();
});
afterAll(() => library.close());

const administrator = omnipotent('root');
const recommend = async (conversationId: string, changes: object = {}) => {
  const interactionId = (await messagesOf(host, conversationId)).at(-1)?.interactionId ?? '';
  const request = { caller: administrator, conversationId, interactionId, context: '', ...changes };
  return (await host.client.recommendResponses(request)).responses;
};
const unknown = 'f'.repeat(24);

describe('recommended responses', () => {
  it('are what the model suggests for the user, and nothing of it is stored', async () => {
    const id = await begun(host);
    const stored = () => library.store.readConversation(library.database, `org:demo/conversation/${id}`);
    const before = await stored();
    host.model.messages = [['1. A no', 'vel\n2. A po', 'em\n', '3. A novel\n4. Nothing']];
    expect(await recommend(id, { context: 'A nurse' })).toEqual(['A novel', 'A poem', 'Nothing']);
    expect(host.model.engaged.at(-1)?.task).toMatchObject({ type: 'recommend', context: 'A nurse' });
    expect(await stored()).toEqual(before);
  });

  it('are for the latest completed interaction alone', async () => {
    const id = await begun(host);
    const [greeting] = await messagesOf(host, id);
    await all(host.client.interact(saying(id, 'A book')));
    const { interactionId } = greeting!;
    await expect(recommend(id, { interactionId })).rejects.toMatchObject({ code: 'invalid_request' });
    for (const other of [unknown, 'x'])
      await expect(recommend(id, { interactionId: other })).rejects.toMatchObject({ code: 'not_found' });
    await expect(recommend(id)).resolves.toBeDefined();
    const hold = host.model.hold();
    const turn = all(host.client.interact(saying(id, 'Another')));
    await hold.reached;
    await expect(recommend(id)).resolves.toBeDefined();
    hold.release();
    await turn;
    await host.client.finishConversation({ caller: ada, conversationId: id });
    await expect(recommend(id)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('given a model that fails, then that is said', async () => {
    const id = await begun(host);
    host.model.failure = new ModelError('unavailable');
    await expect(recommend(id)).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  it('given a model that does not end, then it is cancelled after 25 s', async () => {
    const id = await begun(host);
    const hold = host.model.hold();
    const asked = recommend(id);
    await hold.reached;
    host.scheduler.timeIsUp();
    await expect(asked).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  it('are given to those who may, of conversations of their organization', async () => {
    const id = await begun(host);
    const caller = omnipotent('root', { permissions: ['Conversation:GetMessage'] });
    await expect(recommend(id, { caller })).rejects.toMatchObject({ code: 'permission_denied' });
    const stranger = callerOf('root', 'DefaultSuperAdministratorRole', { orgId: 'other' });
    await expect(recommend(id, { caller: stranger })).rejects.toMatchObject({ code: 'not_found' });
    await expect(recommend(id, { context: 'x'.repeat(2_001) })).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });
});
