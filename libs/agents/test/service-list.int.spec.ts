import { grantToProto } from '@svc/auth';
import type { Caller } from '@svc/contracts/common';
import type { ListServicesRequest, ListServicesResponse, Tag } from '@svc/contracts/agents';
import { administratorOf, startAgentsServer, type AgentsServer } from './agents-server.js';
import { definitionsOf } from './definitions-client.js';
import { seedRequest } from './definitions.js';

const caller = administratorOf('demo');
let server: AgentsServer;
/** Service ids by name, in the order of creation. */
const ids = new Map<string, string>();

interface Given {
  readonly name: string;
  readonly isActive: boolean;
  readonly tags: Tag[];
}
const given: readonly Given[] = [
  { name: 'Cardiology', isActive: true, tags: [{ key: 'area', value: 'heart' }] },
  { name: 'Archive', isActive: false, tags: [{ key: 'area', value: undefined }] },
  {
    name: 'Billing',
    isActive: true,
    tags: [
      { key: 'desk', value: 'front' },
      { key: 'area', value: 'money' },
    ],
  },
];

beforeAll(async () => {
  server = await startAgentsServer();
  const { agentId, contextGraphId } = await server.admin.seedDefinitions(seedRequest('org:demo', 'Alpha'));
  for (const service of given) {
    const { definitionId } = await definitionsOf(server, caller).create('service', service.name, {
      ...{ agent_id: agentId, context_graph_id: contextGraphId, is_active: service.isActive },
      ...{ description: 'For the test', keyterms: ['one', 'two'], tags: service.tags },
    });
    ids.set(service.name, definitionId);
  }
  const others = await server.admin.seedDefinitions(seedRequest('org:other', 'Elsewhere'));
  await definitionsOf(server, administratorOf('other')).create('service', 'Hidden', {
    ...{ agent_id: others.agentId, context_graph_id: others.contextGraphId },
    ...{ description: 'Theirs', is_active: true, tags: [{ key: 'hidden', value: 'yes' }] },
  });
});
afterAll(async () => {
  await server.stop();
});

function list(changes: Partial<ListServicesRequest> = {}): Promise<ListServicesResponse> {
  const page = { limit: 20, offset: 0 };
  return server.agents.listServices({ caller, serviceIds: [], tags: [], sortBy: [], page, ...changes });
}
const names = ({ services }: ListServicesResponse): string[] => services.map(({ name }) => name);
const granted = (...conditions: Parameters<typeof grantToProto>[0]['conditions'][]): Caller => ({
  ...caller,
  grants: conditions.map((c) => grantToProto({ permissionName: 'Service:GetService', conditions: c })),
});

describe('listing services', () => {
  it('shows oldest first, with all fields, and only those of the tenant', async () => {
    const response = await list();
    expect(names(response)).toEqual(['Alpha', 'Cardiology', 'Archive', 'Billing']);
    expect(response.page).toEqual({ hasMore: false, nextOffset: undefined });
    const latest = {
      agentVersionNumber: undefined,
      contextGraphVersionNumber: undefined,
      llmModelPreferences: [],
    };
    expect(response.services[3]).toMatchObject({
      serviceId: ids.get('Billing'),
      description: 'For the test',
      isActive: true,
      tags: [
        { key: 'area', value: 'money' },
        { key: 'desk', value: 'front' },
      ],
      keyterms: ['one', 'two'],
      versionSets: [
        { name: 'edge', versionSet: latest },
        { name: 'release', versionSet: latest },
      ],
      creator: { orgId: 'demo', userId: 'ada' },
      updatedBy: { orgId: 'demo', userId: 'ada' },
    });
  });

  it('given a version set of another user, then it shows both', async () => {
    const other = { ...caller, userId: 'bob' };
    const versionSet = { agentVersionNumber: 1, contextGraphVersionNumber: 1, llmModelPreferences: [] };
    const serviceId = ids.get('Archive')!;
    await definitionsOf(server, other).putSet(serviceId, 'canary', {
      agent_version_number: 1,
      context_graph_version_number: 1,
    });
    const [service] = (await list({ serviceIds: [serviceId] })).services;
    expect(service?.versionSets[0]).toEqual({ name: 'canary', versionSet });
    expect(service).toMatchObject({ creator: { userId: 'ada' }, updatedBy: { userId: 'bob' } });
  });

  it.each<[what: string, changes: Partial<ListServicesRequest>, expected: string[]]>([
    ['active ones', { isActive: true }, ['Alpha', 'Cardiology', 'Billing']],
    ['inactive ones', { isActive: false }, ['Archive']],
    [
      'a tag of a value',
      { tags: [{ key: 'area', match: { $case: 'value', value: 'heart' } }] },
      ['Cardiology'],
    ],
    [
      'a tag without a value',
      { tags: [{ key: 'area', match: { $case: 'noValue', value: true } }] },
      ['Archive'],
    ],
    [
      'a tag of any value',
      { tags: [{ key: 'area', match: { $case: 'anyValue', value: true } }] },
      ['Alpha', 'Cardiology', 'Archive', 'Billing'],
    ],
    [
      'two tags, which must both match',
      {
        tags: [
          { key: 'area', match: { $case: 'anyValue', value: true } },
          { key: 'desk', match: { $case: 'value', value: 'front' } },
        ],
      },
      ['Billing'],
    ],
    ['ids that do not exist', { serviceIds: ['f'.repeat(24)] }, []],
    ['malformed ids', { serviceIds: ['x\u0000'] }, []],
  ])('filtered by %s, then it shows only these', async (_what, changes, expected) => {
    expect(names(await list(changes))).toEqual(expected);
  });

  it.each<[fields: [field: string, descending: boolean][], expected: string[]]>([
    [[['name', false]], ['Alpha', 'Archive', 'Billing', 'Cardiology']],
    [[['name', true]], ['Cardiology', 'Billing', 'Archive', 'Alpha']],
    [[['is_active', false]], ['Archive', 'Alpha', 'Cardiology', 'Billing']],
    [
      [
        ['is_active', true],
        ['name', true],
      ],
      ['Cardiology', 'Billing', 'Alpha', 'Archive'],
    ],
  ])('sorted by %j, then it keeps that order', async (fields, expected) => {
    const sortBy = fields.map(([field, descending]) => ({ field, descending }));
    expect(names(await list({ sortBy }))).toEqual(expected);
  });

  it('in pages, then it shows each service once, and filter values only with the first page', async () => {
    const first = await list({ page: { limit: 3, offset: 0 } });
    expect(first.page).toEqual({ hasMore: true, nextOffset: 3 });
    expect(first.filterValues?.tags).toEqual([
      'area:',
      'area:clinic',
      'area:heart',
      'area:money',
      'demo:',
      'desk:front',
    ]);
    const second = await list({ page: { limit: 3, offset: 3 } });
    expect([...names(first), ...names(second)]).toEqual(['Alpha', 'Cardiology', 'Archive', 'Billing']);
    expect(second.page).toEqual({ hasMore: false, nextOffset: undefined });
    expect(second.filterValues).toBeUndefined();
  });

  it.each<[what: string, changes: Partial<ListServicesRequest>]>([
    ['another sort field', { sortBy: [{ field: 'tenant_id', descending: false }] }],
    ['a limit of 0', { page: { limit: 0, offset: 0 } }],
    ['a limit of 21', { page: { limit: 21, offset: 0 } }],
    ['a negative offset', { page: { limit: 1, offset: -1 } }],
    ['an offset beyond all numbers', { page: { limit: 1, offset: 2 ** 40 } }],
    ['a tag with U+0000', { tags: [{ key: '\u0000', match: undefined }] }],
  ])('given %s, then it is refused', async (_what, changes) => {
    await expect(list(changes)).rejects.toMatchObject({ code: 'validation_failed' });
  });
});

describe('the tags that services can be filtered by', () => {
  it('given more than a response can hold, then the first 500 are shown', async () => {
    const organization = administratorOf('tags');
    const { agentId, contextGraphId } = await server.admin.seedDefinitions(seedRequest('org:tags'));
    for (let service = 10; service < 36; service += 1) {
      await definitionsOf(server, organization).create('service', `Tagged ${service}`, {
        ...{
          agent_id: agentId,
          context_graph_id: contextGraphId,
          description: 'For its tags',
          is_active: true,
        },
        tags: Array.from({ length: 20 }, (_, tag) => ({ key: `t${service}_${tag + 10}` })),
      });
    }
    const { filterValues } = await list({ caller: organization, page: { limit: 1, offset: 0 } });
    expect(filterValues?.tags).toHaveLength(500);
    expect(filterValues?.tags.slice(0, 3)).toEqual(['area:clinic', 'demo:', 't10_10:']);
    expect(filterValues?.tags.at(-1)).toBe('t34_27:');
  });
});

describe('listing under grant conditions', () => {
  it('given grants on single services, then only these and their tags are shown', async () => {
    const response = await list({
      caller: granted(
        { service_id: { type: 'Equals', value: ids.get('Billing')! } },
        {
          service_id: { type: 'In', values: [ids.get('Cardiology')!] },
          org_id: { type: 'Equals', value: 'demo' },
        },
      ),
    });
    expect(names(response)).toEqual(['Cardiology', 'Billing']);
    expect(response.filterValues?.tags).toEqual(['area:heart', 'area:money', 'desk:front']);
  });

  it('given a grant on everything, then still only those of the tenant are shown', async () => {
    const response = await list({ caller: granted({}) });
    expect(names(response)).toEqual(['Alpha', 'Cardiology', 'Archive', 'Billing']);
    expect(response.filterValues?.tags).toContain('desk:front');
    expect(response.filterValues?.tags).not.toContain('hidden:yes');
  });

  it.each<[what: string, caller: Caller]>([
    ['no grant', granted()],
    ['a grant for another organization', granted({ org_id: { type: 'Equals', value: 'other' } })],
    [
      'a grant of another permission',
      { ...caller, grants: [{ permissionName: 'Service:CreateService', conditions: {} }] },
    ],
  ])('given %s, then the list is empty', async (_what, limited) => {
    const response = await list({ caller: limited });
    expect(response.services).toEqual([]);
    expect(response.filterValues?.tags).toEqual([]);
  });

  it('given no caller, then it is refused', async () => {
    await expect(list({ caller: undefined })).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});
