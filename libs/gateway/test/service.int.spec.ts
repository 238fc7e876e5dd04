import { brokenFieldsOf, jsonOf } from './answers.js';
import { startTestGateway, type TestGateway } from './harness.js';
import { Seen } from './seen.js';

const service = {
  serviceId: '65f000000000000000000001',
  name: 'Front desk',
  description: 'Answers questions.',
  isActive: true,
  agentId: '65f000000000000000000002',
  contextGraphId: '65f000000000000000000003',
  versionSets: [
    {
      name: 'edge',
      versionSet: { agentVersionNumber: undefined, contextGraphVersionNumber: 2, llmModelPreferences: [] },
    },
  ],
  tags: [
    { key: 'team', value: 'a' },
    { key: 'beta', value: undefined },
  ],
  keyterms: [],
  creator: { orgId: 'demo', userId: 'u' },
  updatedBy: { orgId: 'demo', userId: 'u' },
};
const seen = new Seen();
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({
    agents: {
      listServices: seen.answer({
        services: [service],
        page: { hasMore: false, nextOffset: undefined },
        filterValues: { tags: ['team:a'] },
      }),
    },
  });
});
afterAll(() => gateway.stop());
beforeEach(() => seen.forget());

describe('services', () => {
  it('are listed by filter', async () => {
    const query = `id=${service.serviceId}&id=${service.serviceId}&is_active=true&tags=team:*&tags=x:y:z&sort_by=%2Bname`;
    const response = await gateway.call('GET', `/v1/demo/service/?${query}`);

    expect(seen.last).toEqual({
      serviceIds: [service.serviceId],
      isActive: true,
      tags: [
        { key: 'team', match: { $case: 'anyValue', value: true } },
        { key: 'x', match: { $case: 'value', value: 'y:z' } },
      ],
      sortBy: [{ field: 'name', descending: false }],
      page: { limit: 10, offset: 0 },
    });
    expect(await jsonOf(response)).toEqual({
      services: [
        {
          id: service.serviceId,
          name: 'Front desk',
          description: 'Answers questions.',
          is_active: true,
          service_hierarchical_state_machine_id: service.contextGraphId,
          agent_id: service.agentId,
          version_sets: {
            edge: {
              agent_version_number: null,
              service_hierarchical_state_machine_version_number: 2,
              llm_model_preferences: {},
            },
          },
          tags: [
            { key: 'team', value: 'a' },
            { key: 'beta', value: null },
          ],
          keyterms: [],
          creator: { org_id: 'demo', user_id: 'u' },
          updated_by: { org_id: 'demo', user_id: 'u' },
        },
      ],
      has_more: false,
      continuation_token: null,
      filter_values: { tags: ['team:a'] },
    });
  });

  it.each([
    ['a malformed id', 'id=xyz', 'query.id.0'],
    ['a limit out of bounds', 'limit=21', 'query.limit'],
    ['a limit of nothing', 'limit=', 'query.limit'],
    ['a fraction', 'continuation_token=1.5', 'query.continuation_token'],
    ['an unknown sort field', 'sort_by=-size', 'query.sort_by.0'],
    ['no boolean', 'is_active=2', 'query.is_active'],
    ['a tag without colon', 'tags=team', 'query.tags.0'],
  ])('are not listed by %s', async (_name, query, field) => {
    const response = await gateway.call('GET', `/v1/demo/service/?${query}`);
    expect(await brokenFieldsOf(response)).toEqual([422, [field]]);
    expect(seen.requests).toEqual([]);
  });
});
