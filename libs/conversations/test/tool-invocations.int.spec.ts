import type { ToolAnswer } from '@svc/engine';
import type { ListToolInvocationsRequest } from '@svc/contracts/conversations';
import { callerOf, omnipotent } from '@svc/testing';
import { EraseSubject } from '../src/application/erase-subject.js';
import { ReadModels } from '../src/application/read-models.js';
import type { Tools } from '../src/ports/ports.js';
import { ada } from './callers.js';
import { deferred } from './deferred.js';
import { testGraph } from './definitions.js';
import { erasureRequest } from './erasure-request.js';
import type { Host } from './host.js';
import { openLibrary, type Library } from './library.js';
import { bookVisit } from './tool-conversation.js';
import { all, begun, saying } from './turns.js';

const toolId = 'b00000000000000000000001';
const spec = {
  ...{ tool_id: toolId, version_constraint: '*', additional_instruction: 'Only for the day that was named.' },
  ...{ audio_fillers: [], audio_filler_triggered_after: 2, result_persistence: 'persisted' },
};
const [talk, ...others] = testGraph.states;
const graph = { ...testGraph, states: [{ ...talk, action_tool_call_specs: [spec] }, ...others] };
const booked: ToolAnswer = { type: 'tool-ended', result: 'Booked.', durationMs: 5 };
let answer: () => Promise<ToolAnswer>;
let hasEffects = true;
const tools: Tools = {
  describe: async () => [{ ...bookVisit, hasEffects, toolId, versionConstraint: '*' }],
  call: () => answer(),
};
let library: Library;
let host: Host;
beforeAll(async () => {
  library = await openLibrary(graph);
  host = await library.startHost('host-1', { tools });
});
beforeEach(async () => {
  await library.clear();
  answer = async () => booked;
  hasEffects = true;
});
afterAll(() => library.close());

const administrator = omnipotent('root');
const list = async (changes: Partial<ListToolInvocationsRequest> = {}) =>
  host.client.listToolInvocations({
    ...{ caller: administrator, tools: [], conversationIds: [], sortBy: [], page: { limit: 100, offset: 0 } },
    ...changes,
  });
const listed = async (changes?: Partial<ListToolInvocationsRequest>) => (await list(changes)).invocations;

async function booking(caller = ada): Promise<string> {
  const conversationId = await begun(host, { caller });
  host.model.choices = ['book_visit'];
  host.model.input = '{"day":"Tuesday"}';
  await all(host.client.interact(saying(conversationId, 'On Tuesday', { caller }))).catch(() => undefined);
  return conversationId;
}

describe('invocations of tools', () => {
  it('are listed with what was asked and how they ended, by conversation', async () => {
    const conversationId = await booking();
    const [one, ...rest] = await listed();
    expect(rest).toEqual([]);
    expect(one).toMatchObject({
      ...{ conversationId, userId: 'ada', toolId, toolVersion: '1.0.0', purpose: 'engage', round: 0 },
      ...{ inputJson: '{"day":"Tuesday"}', status: 'ended', durationMs: 5, state: talk?.name },
    });
    expect(one?.callId).toBe(`${one?.interactionId}/tool.book_visit.1`);
    expect(await listed({ conversationIds: [conversationId] })).toEqual([one]);
    expect(await listed({ conversationIds: ['f'.repeat(24)] })).toEqual([]);
  });

  it('given a call that runs, then it is listed as running, and as failed once it has', async () => {
    const [reached, failed] = [deferred(), deferred<ToolAnswer>()];
    answer = () => (reached.resolve(), failed.promise);
    const turn = booking();
    await reached.promise;
    expect(await listed()).toMatchObject([{ status: 'running', durationMs: undefined }]);
    failed.resolve({ type: 'tool-failed', failure: 'generic', reason: 'No.', durationMs: 7 });
    await turn;
    expect(await listed()).toMatchObject([{ status: 'failed', durationMs: 7 }]);
    expect(await listed({ succeeded: true })).toEqual([]);
    expect(await listed({ succeeded: false })).toHaveLength(1);
  });

  it('given a tool without effects, then its calls are listed too', async () => {
    hasEffects = false;
    await booking();
    expect(await listed()).toMatchObject([{ status: 'ended' }]);
  });

  it('are filtered by tool and version, and read in pages', async () => {
    for (const user of ['ada', 'bob']) await booking(callerOf(user));
    expect(await listed({ tools: [{ toolId, version: '1.0.0' }] })).toHaveLength(2);
    expect(await listed({ tools: [{ toolId, version: '1.0.1' }] })).toEqual([]);
    expect(await listed({ tools: [{ toolId: 'c'.repeat(24) }, { toolId }] })).toHaveLength(2);
    const page = { limit: 1, offset: 0 };
    const first = await list({ page });
    expect([first.invocations[0]?.userId, first.page]).toEqual(['ada', { hasMore: true, nextOffset: 1 }]);
    const last = await list({ page, sortBy: [{ field: 'created_at', descending: true }] });
    expect(last.invocations[0]?.userId).toBe('bob');
    const wrong = [
      { sortBy: [{ field: 'tool_id', descending: false }] },
      { page: { limit: 101, offset: 0 } },
    ];
    for (const changes of wrong)
      await expect(list(changes)).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('are of conversations that the caller may read, for those who may invoke tools', async () => {
    await booking();
    await booking(callerOf('bob'));
    const withoutTools = omnipotent('root', { permissions: ['Conversation:GetMessage'] });
    expect(await listed({ caller: withoutTools })).toEqual([]);
    const withoutMessages = omnipotent('root', { permissions: ['Tool:InvokeTool'] });
    expect(await listed({ caller: withoutMessages })).toEqual([]);
    const ofAda = callerOf('root', 'DefaultUserRole', {
      grants: [
        { permissionName: 'Tool:InvokeTool', conditions: {} },
        {
          permissionName: 'Conversation:GetMessage',
          conditions: { conversation_user_id: { type: 'Equals', value: 'ada' } },
        },
      ],
    });
    expect((await listed({ caller: ofAda })).map(({ userId }) => userId)).toEqual(['ada']);
    expect(await listed({ caller: omnipotent('root', { orgId: 'other' }) })).toEqual([]);
  });

  it('are the same after a rebuild', async () => {
    await booking();
    answer = () => Promise.reject(new Error('The connection was lost.'));
    await booking(callerOf('bob'));
    const before = await listed();
    expect(before.map(({ status }) => status)).toEqual(['ended', 'unknown']);
    await library.database.pool.query(
      `UPDATE conversations.tool_invocation SET status = 'odd', duration_ms = 99`,
    );
    await host.get(ReadModels).rebuild();
    expect(await listed()).toEqual(before);
  });

  it('hold nothing in plain text, and nothing of an erased user', async () => {
    await booking();
    const stored = async () =>
      JSON.stringify((await library.database.pool.query('SELECT * FROM conversations.tool_invocation')).rows);
    expect(await stored()).not.toContain('Tuesday');
    library.peers.erased.add('org:demo/user/ada');
    await host.get(EraseSubject).execute(erasureRequest('org:demo/user/ada'));
    library.peers.erased.clear();
    expect(await listed()).toMatchObject([{ inputJson: '', state: '', status: 'ended' }]);
    expect(JSON.parse(await stored())).toMatchObject([{ input_json: null, state: null }]);
  });
});
