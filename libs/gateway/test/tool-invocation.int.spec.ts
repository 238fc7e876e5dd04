import type { TestToolRequest, ToolOutcome } from '@svc/contracts/agents';
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
let refusal: DomainError | undefined;
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({
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
