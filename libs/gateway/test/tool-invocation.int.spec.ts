import type { TestToolRequest, ToolOutcome } from '@svc/contracts/agents';
import type { ListToolInvocationsRequest, ToolInvocation } from '@svc/contracts/conversations';
import { DomainError } from '@svc/errors';
import { brokenFieldsOf, jsonOf, outcomeOf } from './answers.js';
import { startTestGateway, type TestGateway } from './harness.js';

const url = '/v1/demo/tool/65f000000000000000000001/version/1.2.3/invoke';
const nothing: ToolOutcome = {
  ...{
    type: 'failed',
    resultJson: '',
    isCut: false,
    failureClass: 'generic',
    reason: '',
    blockedEffects: [],
  },
  ...{ durationMs: 7, retries: 0, status: undefined, rawJson: undefined, rendered: undefined },
};
/** By the title in the input. */
const outcomes: Record<string, Partial<ToolOutcome>> = {
  found: { type: 'ended', resultJson: '{"shelf":[1]}' },
  empty: { type: 'ended', resultJson: 'null' },
  slow: { failureClass: 'timeout', reason: 'It took too long.' },
  odd: { failureClass: 'rounds_exhausted', reason: 'Odd.' },
  lost: { type: 'unknown', reason: 'Nobody knows.' },
  simulated: { type: 'blocked', blockedEffects: ['POST https://catalogue.example/books'] },
};
const asked: TestToolRequest[] = [];
const listings: ListToolInvocationsRequest[] = [];
let invocations: ToolInvocation[] = [];
let refusal: DomainError | undefined;
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({
    conversations: {
      listToolInvocations: (request) => {
        listings.push(request);
        return Promise.resolve({ invocations, page: { hasMore: true, nextOffset: 4 } });
      },
    },
    tools: {
      testTool: (request) => {
        asked.push(request);
        if (refusal) return Promise.reject(refusal);
        const { title } = JSON.parse(request.inputJson) as { title: string };
        return Promise.resolve({ outcome: { ...nothing, ...outcomes[title] }, tool: undefined });
      },
    },
  });
});
afterAll(() => gateway.stop());
beforeEach(() => {
  asked.length = 0;
  listings.length = 0;
  refusal = undefined;
});
const inputOf = (title: string) => ({ input_parameters: { title } });
const failed = { succeeded: false, exception_stack_trace: [], duration_ms: 7 };

describe('invoking a version of a tool', () => {
  it('calls it once for each input, and answers each result in their order', async () => {
    const answered = await gateway.call('POST', url, { inputs: Object.keys(outcomes).map(inputOf) });
    expect([answered.status, await jsonOf(answered)]).toEqual([
      200,
      {
        invocation_results: [
          { succeeded: true, output: { shelf: [1] }, duration_ms: 7 },
          { succeeded: true, output: null, duration_ms: 7 },
          { ...failed, exception_type: 'timeout', exception_message: 'It took too long.' },
          { ...failed, exception_type: 'generic', exception_message: 'Odd.' },
          { ...failed, exception_type: 'unknown', exception_message: 'Nobody knows.' },
          {
            ...failed,
            exception_type: 'blocked',
            exception_message: expect.stringContaining('POST https://cat'),
          },
        ],
      },
    ]);
    expect(asked).toHaveLength(6);
    expect(asked[0]).toMatchObject({
      versionConstraint: '==1.2.3',
      dryRun: false,
      variables: {},
      secretVariables: {},
    });
  });

  it('given variables of a user and a simulation, then the call has them, and changes nothing', async () => {
    const variables = {
      nonsensitive_user_variables: { plan: 'gold' },
      sensitive_user_variables: { pin: '1' },
    };
    const inputs = [{ ...inputOf('found'), ...variables, invocation_mode: 'conversation-simulation' }];
    expect((await gateway.call('POST', url, { inputs })).status).toBe(200);
    expect(asked).toMatchObject([
      { dryRun: true, variables: { plan: 'gold' }, secretVariables: { pin: '1' } },
    ]);
  });

  it.each([
    [{}, 'body.inputs'],
    [{ inputs: [] }, 'body.inputs'],
    [{ inputs: Array.from({ length: 11 }, () => inputOf('found')) }, 'body.inputs'],
    [{ inputs: [{}] }, 'body.inputs.0.input_parameters'],
    [{ inputs: [{ ...inputOf('found'), invocation_mode: 'often' }] }, 'body.inputs.0.invocation_mode'],
    [
      { inputs: [{ ...inputOf('found'), sensitive_user_variables: { KEY: 'x' } }] },
      'body.inputs.0.sensitive_user_variables.KEY',
    ],
  ])('given %j, then nothing is called', async (body, field) => {
    expect(await brokenFieldsOf(await gateway.call('POST', url, body))).toEqual([422, [field]]);
    expect(asked).toEqual([]);
  });

  it('given no such version, or a version that is none, then it is refused', async () => {
    refusal = new DomainError('not_found', 'No.');
    const inputs = [inputOf('found')];
    expect(await outcomeOf(await gateway.call('POST', url, { inputs }))).toEqual([404, 'not_found']);
    const latest = await gateway.call('POST', url.replace('1.2.3', 'latest'), { inputs });
    expect(await brokenFieldsOf(latest)).toEqual([422, ['path.tool_version']]);
  });
});

describe('the list of invocations', () => {
  const url = '/v1/demo/tool/invocation';
  const [tool, other] = ['65f000000000000000000001', '65f000000000000000000002'];
  const startedAtMs = Date.parse('2026-11-23T17:00:00.000Z');
  const invocation: ToolInvocation = {
    ...{
      conversationId: '65f0000000000000000000c1',
      interactionId: '65f0000000000000000000a1',
      userId: 'ada',
    },
    ...{ callId: 'i/tool.find.1', contextGraphId: '65f0000000000000000000d1', contextGraphVersionNumber: 3 },
    ...{ toolId: tool, toolVersion: '1.2.3', purpose: 'engage', round: 1, state: 'desk', startedAtMs },
    ...{ inputJson: '{"title":"Moby Dick"}', status: 'ended', durationMs: 70, endedAtMs: startedAtMs + 70 },
  };
  const place = {
    current_state_machine_and_version: ['65f0000000000000000000d1', 3],
    state_name: 'desk',
  };

  it('says for each what was asked, where, and how it ended', async () => {
    invocations = [invocation];
    expect(await jsonOf(await gateway.call('GET', url))).toEqual({
      tool_invocations: [
        {
          id: expect.stringMatching(/^[0-9a-f]{24}$/),
          org_id: 'demo',
          created_at: '2026-11-23T17:00:00.000Z',
          updated_at: '2026-11-23T17:00:00.070Z',
          invocation_status: 'succeeded',
          invocation_source: {
            type: 'regular-conversation',
            user_id: 'ada',
            conversation_id: invocation.conversationId,
            interaction_id: invocation.interactionId,
            invocation_metadata: { type: 'engage-user', ...place, tool_call_round_index: 1 },
          },
          duration_ms: 70,
          tool_id: tool,
          tool_version: '1.2.3',
          inputs: { title: 'Moby Dick' },
        },
      ],
      has_more: true,
      continuation_token: 4,
    });
  });

  it('knows every way to end and to be called', async () => {
    const running = { durationMs: undefined, endedAtMs: undefined, status: 'running', inputJson: '' };
    invocations = [
      { ...invocation, ...running, purpose: 'designated' },
      { ...invocation, status: 'failed', purpose: 'navigate' },
      { ...invocation, status: 'unknown', purpose: 'preload' },
      { ...invocation, status: 'not-called', purpose: 'support' },
    ];
    const { tool_invocations: shown } = (await jsonOf(await gateway.call('GET', url))) as {
      tool_invocations: { invocation_status: string; duration_ms: number | null }[];
    };
    expect(shown.map((one) => one.invocation_status)).toEqual(['running', 'failed', 'unknown', 'not-called']);
    expect(shown[0]).toMatchObject({
      ...{ duration_ms: null, inputs: {}, updated_at: '2026-11-23T17:00:00.000Z' },
      invocation_source: { invocation_metadata: { type: 'tool-call-state', ...place } },
    });
    expect(shown[1]).toMatchObject({
      invocation_source: { invocation_metadata: { type: 'state-transition', state_transition_index: 1 } },
    });
  });

  it('given versions, then each belongs to the tool at its place', async () => {
    const query = `tool_id=${tool}&tool_id=${other}&tool_id=${tool}&version=1.0.0&version=1.0.0&version=2.0.0`;
    const rest = `conversation_id=${other}&succeeded=true&sort_by=-created_at&limit=5&continuation_token=5`;
    expect((await gateway.call('GET', `${url}?${query}&${rest}`)).status).toBe(200);
    expect(listings).toMatchObject([
      {
        tools: [
          { toolId: tool, version: '1.0.0' },
          { toolId: other, version: '1.0.0' },
          { toolId: tool, version: '2.0.0' },
        ],
        ...{ conversationIds: [other], succeeded: true, page: { limit: 5, offset: 5 } },
        sortBy: [{ field: 'created_at', descending: true }],
      },
    ]);
    const fewer = await gateway.call('GET', `${url}?tool_id=${tool}&tool_id=${other}&version=1.0.0`);
    expect(await outcomeOf(fewer)).toEqual([400, 'invalid_request']);
    expect((await gateway.call('GET', `${url}?tool_id=${tool}`)).status).toBe(200);
    expect(listings.at(-1)?.tools).toMatchObject([{ toolId: tool }]);
  });

  it('given a source that there is none of yet, then it is empty', async () => {
    for (const query of [
      'invocation_source_type=simulation-conversation',
      `simulation_unit_test_set_run_id=${tool}`,
    ])
      expect(await jsonOf(await gateway.call('GET', `${url}?${query}`))).toEqual({
        ...{ tool_invocations: [], has_more: false, continuation_token: null },
      });
    expect(listings).toEqual([]);
  });

  it.each([
    ['limit=101', 'query.limit'],
    ['version=latest', 'query.version.0'],
    ['invocation_source_type=test', 'query.invocation_source_type.0'],
    ['sort_by=tool_id', 'query.sort_by.0'],
  ])('given %s, then it is refused', async (query, field) => {
    expect(await brokenFieldsOf(await gateway.call('GET', `${url}?${query}`))).toEqual([422, [field]]);
  });
});
