import type { RunToolRequest, ToolOutcome } from '@svc/contracts/agents';
import type { ToolRequest, Users } from '../ports/ports.js';
import { DomainError } from '@svc/errors';
import { agentTools, type ToolsClient } from './agent-tools.js';

const described = {
  toolId: 'clinic__book',
  versionConstraint: undefined,
  name: 'clinic__book',
  version: '1.2.0',
  description: 'Books',
  inputSchemaJson: '{"type":"object"}',
  hasEffects: true,
  timeoutMs: 30_000,
  needsApproval: false,
};
const ended: ToolOutcome = {
  ...{ type: 'ended', resultJson: '{"id":1}', isCut: false, failureClass: '', reason: '' },
  ...{ blockedEffects: [], durationMs: 12, retries: 0 },
  ...{ status: undefined, rawJson: undefined, rendered: undefined },
};

const variables = { nonsensitive: { plan: 'gold' }, sensitive: { pin: '1234' } };

function client(
  outcome: ToolOutcome | undefined = ended,
  changes: Partial<ToolsClient> = {},
  users: Pick<Users, 'variables'> = { variables: async () => variables },
) {
  const asked: { ran: RunToolRequest[]; named: number[]; deadlines: unknown[] } = {
    ran: [],
    named: [],
    deadlines: [],
  };
  const agents: ToolsClient = {
    describeTools: async ({ tools }) => {
      asked.named.push(tools.length);
      return { tools: [described], unknown: [] };
    },
    runTool: async (request, options) => {
      asked.ran.push(request);
      asked.deadlines.push(options?.deadlineMs);
      return { outcome };
    },
    ...changes,
  };
  return { tools: agentTools(agents, users), asked };
}
const request = {
  tenantId: 'org:demo',
  userId: 'ada',
  call: { toolId: 'clinic__book', version: '1.2.0', input: { day: 'Monday' }, timeoutMs: 30_000 },
  effectKey: 'conversation/interaction/1',
  isApproved: true,
} as unknown as ToolRequest;
const signal = new AbortController().signal;

describe('tools of the agents context', () => {
  it('are described as the engine knows them', async () => {
    expect(
      await client().tools.describe('org:demo', [{ toolId: 'clinic__book', versionConstraint: null }]),
    ).toEqual([
      {
        ...{ toolId: 'clinic__book', versionConstraint: null, name: 'clinic__book', version: '1.2.0' },
        ...{ description: 'Books', inputSchema: { type: 'object' }, hasEffects: true, timeoutMs: 30_000 },
      },
    ]);
  });

  it('given more than a request may name, then there are several requests', async () => {
    const { tools, asked } = client();
    await tools.describe(
      'org:demo',
      Array.from({ length: 450 }, (_none, index) => ({ toolId: `tool${index}`, versionConstraint: '>=1' })),
    );
    expect(asked.named).toEqual([200, 200, 50]);
  });

  it('are called with the effect key and the described version, for as long as the tool may take', async () => {
    const { tools, asked } = client();
    expect(await tools.call(request, signal)).toEqual({
      type: 'tool-ended',
      result: { id: 1 },
      durationMs: 12,
    });
    expect(asked.ran).toMatchObject([
      {
        toolId: 'clinic__book',
        version: '1.2.0',
        inputJson: '{"day":"Monday"}',
        effectKey: 'conversation/interaction/1',
        isApproved: true,
      },
    ]);
    expect(asked.deadlines).toEqual([33_000]);
  });

  it.each([
    [
      { type: 'failed', failureClass: 'timeout' },
      { type: 'tool-failed', failure: 'timeout' },
    ],
    [
      { type: 'failed', failureClass: 'input_rejected' },
      { type: 'tool-failed', failure: 'input_rejected' },
    ],
    [
      { type: 'failed', failureClass: 'of a later release' },
      { type: 'tool-failed', failure: 'generic' },
    ],
    [{ type: 'unknown' }, { type: 'tool-unknown' }],
  ])('given the outcome %j, then the engine hears %j', async (outcome, answer) => {
    const { tools } = client({ ...ended, ...outcome, reason: 'Why.' });
    expect(await tools.call(request, signal)).toEqual({ ...answer, reason: 'Why.', durationMs: 12 });
  });

  it.each(['not_found', 'invalid_request'] as const)(
    'given a request that is refused as %s, then the call has failed: nothing took effect',
    async (code) => {
      const runTool = () => Promise.reject(new DomainError(code, 'There is no such tool.'));
      const { tools } = client(ended, { runTool });
      expect(await tools.call(request, signal)).toEqual({
        ...{ type: 'tool-failed', failure: 'generic', reason: 'There is no such tool.', durationMs: 0 },
      });
    },
  );

  it('given an outcome that nobody knows, then it throws, so that an effect is unknown', async () => {
    await expect(client({ ...ended, type: 'blocked' }).tools.call(request, signal)).rejects.toThrow();
  });
});

describe('the variables of the user', () => {
  it('go with each call, the sensitive ones as secrets', async () => {
    const asked: unknown[] = [];
    const users = {
      variables: async (...of: unknown[]) => {
        asked.push(of);
        return variables;
      },
    };
    const { tools, asked: called } = client(ended, {}, users);
    await tools.call(request, signal);
    expect(asked).toEqual([['org:demo', 'ada']]);
    expect(called.ran).toMatchObject([{ variables: { plan: 'gold' }, secretVariables: { pin: '1234' } }]);
  });

  it('given that they can not be read, then the tool is not called, which is a failure and nothing unknown', async () => {
    const users = { variables: () => Promise.reject(new DomainError('service_unavailable', 'Not now.')) };
    const { tools, asked } = client(ended, {}, users);
    expect(await tools.call(request, signal)).toMatchObject({ type: 'tool-failed', failure: 'generic' });
    expect(asked.ran).toEqual([]);
  });

  it('given an entity of a workspace, then nobody is asked', async () => {
    const users = { variables: () => Promise.reject(new Error('There are none.')) };
    const { tools, asked } = client(ended, {}, users);
    const tenantId = 'ws:0b0e3f5c-7a5e-4a39-9d0e-3c6f3b0a1c11';
    await tools.call({ ...request, tenantId }, signal);
    expect(asked.ran).toMatchObject([{ variables: {}, secretVariables: {} }]);
  });
});
