import type {
  DescribedTool,
  StoredDefinition,
  ListToolsRequest,
  TestToolRequest,
  ToolOutcome,
} from '@svc/contracts/agents';
import { AgentVersionBody, ContextGraphVersionBody, ServiceBody } from '@svc/definitions/platform';
import { DomainError } from '@svc/errors';
import { jsonOf, outcomeOf } from './answers.js';
import { bearsWorkspaceKey, startTestGateway, workspaceId, type TestGateway } from './harness.js';

const id = '7f1d0c9e-0000-4000-8000-000000000001';
const other = '7f1d0c9e-0000-4000-8000-000000000002';

const graph = ContextGraphVersionBody.parse({
  states: [
    {
      type: 'action',
      name: 'start',
      objective: 'Find a slot.',
      actions: [{ description: 'Ask for the day.' }],
      intra_state_navigation_guidelines: [],
      action_guidelines: [],
      boundary_constraints: [],
      exit_conditions: [],
      action_tool_call_specs: [
        { tool_id: 'calendar__find', additional_instruction: 'Only mornings.' },
        { tool_id: 'unheard-of' },
      ],
      guardrails: [{ name: 'kind', description: 'Stays kind.' }],
      preload: [{ tool_id: 'calendar__book' }],
    },
  ],
  new_user_initial_state: 'start',
  returning_user_initial_state: 'start',
  terminal_state: 'start',
  global_boundary_constraints: ['No advice.'],
});
const agent = AgentVersionBody.parse({
  name: 'Mara',
  identity: { name: 'Mara', role: 'receptionist', developed_by: 'us', default_spoken_language: 'eng' },
  background: 'Knows the clinic.',
  behaviors: ['Listens first'],
});
const service = ServiceBody.parse({
  agent_id: id,
  context_graph_id: other,
  channel_type: 'text',
  version_sets: {
    release: { context_graph_version_number: 3 },
    framework: {
      turn_runtime: 'openai-agents',
      llm_model_preferences: { engage: { llm_name: 'large' } },
    },
  },
});

const toolOf = (name: string, hasEffects: boolean): DescribedTool => ({
  toolId: `calendar__${name}`,
  versionConstraint: undefined,
  name: `calendar__${name}`,
  version: undefined,
  description: `Can ${name}.`,
  inputSchemaJson: '{"type":"object"}',
  hasEffects,
  timeoutMs: 1_000,
  needsApproval: false,
});
const tools = [toolOf('find', false), toolOf('book', true), toolOf('cancel', true)];
const ended: ToolOutcome = {
  type: 'ended',
  resultJson: '{"slots":[]}',
  isCut: false,
  failureClass: '',
  reason: '',
  blockedEffects: [],
  durationMs: 12,
  retries: 1,
  status: 200,
  rawJson: '{"data":{"slots":[]}}',
  rendered: 'None.',
};

let gateway: TestGateway;
let outcome: ToolOutcome;
let tested: TestToolRequest | undefined;
let listed: ListToolsRequest | undefined;
const versionsAsked: unknown[] = [];

function stored(kind: string, body: object, name = 'calendar'): StoredDefinition {
  return {
    ...{ kind, definitionId: id, parentId: undefined, name, bodyJson: JSON.stringify(body) },
    ...{ latestVersion: 0, latestVersionId: undefined, latestSummaryJson: '{}', isRetired: false },
    ...{ createdAtMs: 0, updatedAtMs: 0, secretNames: [], childCount: 0 },
    ...{ creator: undefined, updatedBy: undefined },
    referenceNames: { [id]: 'Front desk' },
  };
}

beforeAll(async () => {
  gateway = await startTestGateway({
    definitions: {
      findDefinition: ({ kind, definitionId }) =>
        kind === 'service' && definitionId !== id
          ? Promise.reject(new DomainError('not_found', 'No.'))
          : Promise.resolve({
              definition: stored(
                kind,
                service,
                kind === 'endpoint' || kind === 'skill' ? 'find' : 'calendar',
              ),
            }),
      listDefinitions: () =>
        Promise.resolve({
          definitions: [stored('endpoint', {}, 'find-all'), stored('endpoint', {}, 'find')],
          page: undefined,
          filterValues: undefined,
        }),
      findDefinitionVersion: ({ kind, version, alsoDeleted }) => {
        versionsAsked.push([kind, version, alsoDeleted]);
        const body = kind === 'agent' ? agent : graph;
        return Promise.resolve({
          version: {
            ...{ definitionId: id, versionId: other, version: version ?? 9, label: undefined },
            ...{ bodyJson: JSON.stringify(body), createdAtMs: 0, creator: undefined, isRetired: false },
          },
        });
      },
      listToolReferences: () =>
        Promise.resolve({
          contextGraphs: [
            {
              contextGraphId: other,
              name: 'Flow',
              version: 2,
              states: [{ stateName: 'start', list: 'preload' }],
            },
          ],
          serviceIds: [id],
        }),
    },
    tools: {
      listTools: (request) => {
        listed = request;
        return Promise.resolve({ tools, unknown: [] });
      },
      testTool: (request) => {
        tested = request;
        return Promise.resolve({ outcome, tool: tools[1] });
      },
    },
  });
});
afterAll(() => gateway?.stop());
beforeEach(() => {
  outcome = ended;
  versionsAsked.length = 0;
});

const send = (method: string, path: string, body?: unknown) =>
  gateway.call(method, `/v1/${workspaceId}/${path}`, body, bearsWorkspaceKey);
const shown = (name: string, isWrite: boolean, states: string[] = [], instructions = {}) => ({
  tool_name: `calendar__${name}`,
  tool_type: 'integration',
  description: `Can ${name}.`,
  input_schema: { type: 'object' },
  states,
  tier: 'integration',
  is_write: isWrite,
  additional_instructions: instructions,
});

describe('the tools of a workspace', () => {
  it('are listed, all of them and those that the graph of a service names', async () => {
    expect(await jsonOf(await send('GET', 'tools/catalog'))).toEqual({
      tools: [shown('find', false), shown('book', true), shown('cancel', true)],
    });
    expect(await jsonOf(await send('GET', `services/${id}/tools/resolve`))).toEqual({
      service_id: id,
      workspace_id: workspaceId,
      tools: [shown('find', false, ['start'], { start: 'Only mornings.' }), shown('book', true, ['start'])],
    });
    expect(listed).toMatchObject({
      onlyNamed: true,
      toolIds: ['calendar__find', 'unheard-of', 'calendar__book'],
    });
    expect(versionsAsked).toEqual([
      ['agent', undefined, true],
      ['context_graph', 3, true],
    ]);
    expect((await send('GET', `services/${other}/tools/resolve`)).status).toBe(404);
  });

  it('are called once, and what comes of it is in the response', async () => {
    const request = { tool_type: 'integration', tool_name: 'calendar__book', service_id: id };
    const answered = await send('POST', 'tools/execute', {
      ...request,
      input_params: { day: 1 },
      entity_id: other,
    });
    expect(await jsonOf(answered)).toEqual({
      ...{ result: { slots: [] }, duration_ms: 12, dry_run: false, source: 'tool_test' },
      ...{ tool_type: 'integration', tier: 'integration', is_write: true, sub_tool_logs: [] },
      ...{ blocked_side_effects: [], error: null },
    });
    expect(tested).toMatchObject({
      toolId: 'calendar__book',
      inputJson: '{"day":1}',
      variables: { entity_id: other },
      dryRun: false,
    });
    outcome = { ...ended, type: 'blocked', resultJson: '', blockedEffects: ['POST /book'] };
    expect(await jsonOf(await send('POST', 'tools/execute', { ...request, dry_run: true }))).toMatchObject({
      ...{ result: null, dry_run: true, blocked_side_effects: ['POST /book'], error: null },
    });
    outcome = { ...ended, type: 'unknown', resultJson: '', reason: 'Nobody knows.' };
    expect(await jsonOf(await send('POST', 'tools/execute', request))).toMatchObject({
      error: 'Nobody knows.',
    });
    const elsewhere = { ...request, service_id: other };
    expect(await outcomeOf(await send('POST', 'tools/execute', elsewhere))).toEqual([404, 'not_found']);
  });

  it('an endpoint is tried by its id and by its name', async () => {
    for (const endpoint of [id, 'find']) {
      tested = undefined;
      const path = `integrations/${id}/endpoints/${endpoint}/test`;
      const answered = await send('POST', path, { params: { day: 1 }, auth_params: { key: 's', id: 2 } });
      expect(await jsonOf(answered)).toEqual({
        ...{ status_code: 200, duration_ms: 12, retries: 1, raw_response: { data: { slots: [] } } },
        ...{ rendered: 'None.', final_result: '{"slots":[]}', error: null },
      });
      expect(tested).toMatchObject({ toolId: 'calendar__find', secretVariables: {}, integrationId: id });
    }
    const unknown = await send('POST', `integrations/${id}/endpoints/lost/test`, {});
    expect(await outcomeOf(unknown)).toEqual([404, 'not_found']);
  });

  it('a skill knows where it is named', async () => {
    expect(await jsonOf(await send('GET', `skills/${id}/references`))).toEqual({
      skill_id: id,
      skill_slug: 'find',
      context_graph_references: [
        {
          context_graph_id: other,
          context_graph_name: 'Flow',
          version: 2,
          states: [{ state_name: 'start', tool_spec_category: 'preload' }],
        },
      ],
      service_references: [id],
    });
  });
});

describe('what a framework needs to run an agent', () => {
  const contextOf = async (set: string) =>
    jsonOf(await send('GET', `agent-runs/harness-context?service_id=${id}&version_set=${set}`));

  it('given our own runtime, then there is no identity', async () => {
    expect(await contextOf('release')).toMatchObject({
      context_version: 1,
      config_fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      identity: null,
      world_scope: { workspace_id: workspaceId, scoped_entity_ids: [], allow_create: false },
      tools: {
        descriptors: [
          { name: 'calendar__find', description: 'Can find.', input_schema: { type: 'object' } },
          { name: 'calendar__book', description: 'Can book.', input_schema: { type: 'object' } },
        ],
        read_tool_names: ['calendar__find'],
        write_tool_names: ['calendar__book'],
      },
      guardrails: {
        guardrails: [{ name: 'kind', description: 'Stays kind.', enforcement: 'hard' }],
        global_boundary_constraints: ['No advice.'],
        global_action_guidelines: [],
      },
      runtime: { engage_model: '', channel_kind: 'text', language: 'eng', caller_context: '' },
    });
  });

  it('given a framework, then the identity is filled, and the fingerprint differs', async () => {
    const context = await contextOf('framework');
    expect(context).toMatchObject({
      identity: {
        entry_actor_name: 'Front desk',
        name: 'Mara',
        role: 'receptionist',
        developed_by: 'us',
        instructions: 'Knows the clinic.\n\nBehaviors:\n- Listens first',
        initial_state: 'start',
      },
      runtime: { engage_model: 'large' },
    });
    expect(context['config_fingerprint']).not.toBe((await contextOf('release'))['config_fingerprint']);
  });

  it('given a version set or a service that is unknown, then there is none', async () => {
    const path = 'agent-runs/harness-context';
    for (const set of ['lost', 'constructor', '__proto__'])
      expect((await send('GET', `${path}?service_id=${id}&version_set=${set}`)).status).toBe(404);
    expect((await send('GET', `${path}?service_id=${other}`)).status).toBe(404);
    expect((await send('GET', path)).status).toBe(422);
  });
});
