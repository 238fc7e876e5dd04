import { InteractionKind } from '@svc/contracts/conversations';
import { DomainError } from '@svc/errors';
import { jsonOf, outcomeOf } from './answers.js';
import { bearsWorkspaceKey, startTestGateway, workspaceId, type TestGateway } from './harness.js';

const conversationId = '7f1d0c9e-0000-4000-8000-000000000001';
const unknown = '7f1d0c9e-0000-4000-8000-000000000002';
const asked: object[] = [];

function requireKnown(request: { readonly conversationId: string }): void {
  asked.push(request);
  if (request.conversationId !== conversationId)
    throw new DomainError('not_found', 'There is no such conversation.');
}

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({
    insights: {
      listDecisions: async (request) => {
        requireKnown(request);
        return {
          turns: [
            {
              interactionId: 'i1',
              kind: InteractionKind.INTERACTION_KIND_USER_MESSAGE,
              startedAtMs: 1_700_000_000_000,
              end: 'completed',
              isErased: false,
              decisions: [
                {
                  ...{ occasion: 'navigate', state: 'desk', graphId: 'g', graphVersion: 2 },
                  ...{ judgedBy: 'model', reason: 'They said so.', isAbridged: false },
                  considered: [{ kind: 'exit', subject: 'done', verdict: 'matched', cause: 'chosen' }],
                },
              ],
              toolCalls: [
                {
                  ...{ callId: 'i1/tool.find.1', toolId: 't', tool: 'find', state: 'desk' },
                  ...{ purpose: 'navigate', round: 0, status: 'ended', durationMs: 5 },
                },
              ],
            },
          ],
          hasMore: true,
          total: 3,
        };
      },
    },
    replays: {
      verifyConversation: async (request) => {
        requireKnown(request);
        return { turns: [{ interactionId: 'i1', outcome: 'identical' }], hasMore: false };
      },
      compareConversation: async (request) => {
        requireKnown(request);
        return {
          turns: [{ interactionId: 'i1', outcome: 'failed', differences: [], failure: 'unknown_state' }],
          hasMore: false,
        };
      },
    },
  });
});
afterAll(() => gateway.stop());
beforeEach(() => {
  asked.length = 0;
});

const get = (of: string) => gateway.call('GET', of, undefined, bearsWorkspaceKey);
const path = (of: string, id = conversationId) => `/v1/${workspaceId}/conversations/${id}/${of}`;

it('decisions show what was considered, and why', async () => {
  expect(await jsonOf(await get(path('decisions?limit=1&offset=2')))).toEqual({
    items: [
      {
        interaction_id: 'i1',
        kind: 'user-message',
        started_at: '2023-11-14T22:13:20.000Z',
        end: 'completed',
        is_erased: false,
        decisions: [
          {
            occasion: 'navigate',
            state: 'desk',
            context_graph_id: 'g',
            context_graph_version: 2,
            judged_by: 'model',
            reason: 'They said so.',
            considered: [{ kind: 'exit', subject: 'done', verdict: 'matched', cause: 'chosen' }],
            is_abridged: false,
          },
        ],
        tool_calls: [
          {
            call_id: 'i1/tool.find.1',
            tool_id: 't',
            tool_name: 'find',
            state: 'desk',
            purpose: 'navigate',
            round: 0,
            status: 'ended',
            failure: null,
            duration_ms: 5,
          },
        ],
      },
    ],
    has_more: true,
    total: 3,
  });
  expect(asked).toMatchObject([{ conversationId, limit: 1, offset: 2 }]);
});

it('a conversation is verified, and compared with other versions', async () => {
  expect(await jsonOf(await get(path('replay/verify')))).toMatchObject({
    items: [{ interaction_id: 'i1', outcome: 'identical', recorded_event: null }],
    has_more: false,
  });
  expect(await jsonOf(await get(path('replay/compare?context_graph_version=4')))).toEqual({
    items: [
      {
        interaction_id: 'i1',
        outcome: 'failed',
        differences: [],
        first_unrecorded_call: null,
        failure: 'unknown_state',
      },
    ],
    has_more: false,
  });
  expect(asked[1]).toMatchObject({ versions: { contextGraphVersionNumber: 4 }, limit: 20, offset: 0 });
});

it.each(['decisions', 'replay/verify', 'replay/compare'])(
  '%s of an unknown conversation is not found, and a malformed page is refused',
  async (of) => {
    expect((await outcomeOf(await get(path(of, unknown))))[0]).toBe(404);
    expect((await outcomeOf(await get(path(`${of}?limit=0`))))[0]).toBe(422);
  },
);
