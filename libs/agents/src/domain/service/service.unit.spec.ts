import { serviceDecider, type ServiceCommand, type ServiceEvent } from './service.js';
import { latestVersions, type VersionSet } from './version-set.js';

const by = { orgId: 'demo', userId: 'admin' };
const atMs = 1_700_000_000_000;
const facts = { available: { agent: 2, contextGraph: 3 }, modelNames: null, by };

type CreateService = Extract<ServiceCommand, { type: 'CreateService' }>;
const createService = (changes: Partial<CreateService> = {}): CreateService => ({
  type: 'CreateService',
  serviceId: 's1',
  agentId: 'a1',
  contextGraphId: 'g1',
  name: 'Front desk',
  description: 'Books appointments',
  isActive: true,
  releaseVersionSet: null,
  keyterms: ['clinic'],
  tags: [],
  ...facts,
  ...changes,
});
type PutVersionSet = Extract<ServiceCommand, { type: 'PutVersionSet' }>;
const putVersionSet = (changes: Partial<PutVersionSet> = {}): PutVersionSet => ({
  type: 'PutVersionSet',
  name: 'release',
  versionSet: { ...latestVersions, agentVersionNumber: 2 },
  ...facts,
  ...changes,
});
const created: ServiceEvent = {
  type: 'ServiceCreated',
  data: {
    serviceId: 's1',
    name: 'Front desk',
    description: 'Books appointments',
    isActive: true,
    agentId: 'a1',
    contextGraphId: 'g1',
    tags: [],
    keyterms: ['clinic'],
    creator: by,
    createdAtMs: atMs,
  },
};
const put = (name: string, versionSet: VersionSet): ServiceEvent => ({
  type: 'VersionSetPut',
  data: { serviceId: 's1', name, versionSet, updatedBy: by, updatedAtMs: atMs },
});
const given = [created, put('edge', latestVersions), put('release', latestVersions)];

function decide(past: readonly ServiceEvent[], when: ServiceCommand): readonly ServiceEvent[] {
  return serviceDecider.decide(past.reduce(serviceDecider.evolve, serviceDecider.initialState), {
    ...when,
    atMs,
  });
}
const rejection = (code: string, message?: RegExp): Error =>
  expect.objectContaining({ code, ...(message ? { message: expect.stringMatching(message) } : {}) }) as Error;

describe('creating a service', () => {
  it('then it has the version sets edge and release, both of the latest versions', () => {
    expect(decide([], createService())).toEqual(given);
  });

  it('when a release version set is given, then edge still means the latest versions', () => {
    const release = { ...latestVersions, agentVersionNumber: 1, contextGraphVersionNumber: 3 };
    expect(decide([], createService({ releaseVersionSet: release }))).toEqual([
      created,
      put('edge', latestVersions),
      put('release', release),
    ]);
  });

  it('then its tags are sorted by key', () => {
    const [event] = decide(
      [],
      createService({
        tags: [
          { key: 'b', value: null },
          { key: 'a', value: '1' },
        ],
      }),
    );
    expect(event?.data).toMatchObject({
      tags: [
        { key: 'a', value: '1' },
        { key: 'b', value: null },
      ],
    });
  });

  it.each<[what: string, changes: Partial<CreateService>, code: string]>([
    ['an unknown agent', { available: { agent: null, contextGraph: 1 } }, 'not_found'],
    ['an unknown graph', { available: { agent: 1, contextGraph: null } }, 'not_found'],
    ['an agent without a version', { available: { agent: 0, contextGraph: 1 } }, 'invalid_request'],
    ['a graph without a version', { available: { agent: 1, contextGraph: 0 } }, 'invalid_request'],
    [
      'a version that the agent does not have',
      { releaseVersionSet: { ...latestVersions, agentVersionNumber: 3 } },
      'invalid_request',
    ],
    [
      'a version that the graph does not have',
      { releaseVersionSet: { ...latestVersions, contextGraphVersionNumber: 4 } },
      'invalid_request',
    ],
    ['version 0', { releaseVersionSet: { ...latestVersions, agentVersionNumber: 0 } }, 'invalid_request'],
    ['a blank name', { name: ' ' }, 'validation_failed'],
    ['no description', { description: '' }, 'validation_failed'],
    ['21 keyterms', { keyterms: Array.from({ length: 21 }, () => 'x') }, 'validation_failed'],
    [
      '21 tags',
      { tags: Array.from({ length: 21 }, (_, i) => ({ key: `k${i}`, value: null })) },
      'validation_failed',
    ],
    ['a name of 257 characters', { name: 'x'.repeat(257) }, 'validation_failed'],
    ['a tag key of 257 characters', { tags: [{ key: 'k'.repeat(257), value: null }] }, 'validation_failed'],
    ['a keyterm of 101 characters', { keyterms: ['x'.repeat(101)] }, 'validation_failed'],
    ['a description of 4001 characters', { description: 'x'.repeat(4_001) }, 'validation_failed'],
    [
      'more in all than a page of the list has room for',
      {
        tags: Array.from({ length: 20 }, (_, i) => ({
          key: `${'𝒌'.repeat(250)}${i}`,
          value: '𝒗'.repeat(256),
        })),
      },
      'validation_failed',
    ],
    ['a tag key with a colon', { tags: [{ key: 'a:b', value: null }] }, 'validation_failed'],
    ['a tag value with a comma', { tags: [{ key: 'a', value: 'b,c' }] }, 'validation_failed'],
    [
      'a tag key twice',
      {
        tags: [
          { key: 'a', value: null },
          { key: 'a', value: 'b' },
        ],
      },
      'validation_failed',
    ],
  ])('when there is %s, then it is refused', (_what, changes, code) => {
    expect(() => decide([], createService(changes))).toThrow(rejection(code));
  });
});

describe('the state of a service', () => {
  const stateOf = (events: readonly ServiceEvent[]) =>
    events.reduce(serviceDecider.evolve, serviceDecider.initialState);

  it('when a version set is put again, then it replaces the earlier one', () => {
    const release = { ...latestVersions, agentVersionNumber: 2 };
    expect(stateOf([...given, put('canary', latestVersions), put('release', release)])?.versionSets).toEqual([
      { name: 'edge', versionSet: latestVersions },
      { name: 'release', versionSet: release },
      { name: 'canary', versionSet: latestVersions },
    ]);
  });

  it('then it names who created the service, and who last changed it', () => {
    const bob = { ...by, userId: 'bob' };
    const data = {
      serviceId: 's1',
      name: 'release',
      versionSet: latestVersions,
      updatedBy: bob,
      updatedAtMs: atMs,
    };
    const byBob: ServiceEvent = { type: 'VersionSetPut', data };
    expect(stateOf(given)).toMatchObject({ creator: by, updatedBy: by });
    expect(stateOf([...given, byBob])).toMatchObject({ creator: by, updatedBy: bob });
  });
});

describe('putting a version set', () => {
  it('given the service, then release is replaced', () => {
    const versionSet = { ...latestVersions, agentVersionNumber: 2 };
    expect(decide(given, putVersionSet())).toEqual([put('release', versionSet)]);
  });

  it('when the name is new, then the set is created', () => {
    expect(decide(given, putVersionSet({ name: 'canary-1' }))).toEqual([
      put('canary-1', { ...latestVersions, agentVersionNumber: 2 }),
    ]);
  });

  it('then model preferences are sorted by interaction name', () => {
    const preference = (interactionName: string) => ({ interactionName, llmName: 'm', params: {} });
    const versionSet = { ...latestVersions, llmModelPreferences: [preference('b'), preference('a')] };
    const [event] = decide(given, putVersionSet({ versionSet }));
    expect(event?.data).toMatchObject({
      versionSet: { llmModelPreferences: [preference('a'), preference('b')] },
    });
  });

  it('given 20 sets, when there is one more, then it is refused, but existing ones can be replaced', () => {
    const sets = Array.from({ length: 18 }, (_, i) => put(`canary-${i}`, latestVersions));
    expect(() => decide([...given, ...sets], putVersionSet({ name: 'one-more' }))).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        fields: [expect.objectContaining({ loc: ['path', 'version_set_name'] })],
      }),
    );
    expect(decide([...given, ...sets], putVersionSet({ name: 'canary-17' }))).toHaveLength(1);
    expect(decide([...given, ...sets.slice(1)], putVersionSet({ name: 'one-more' }))).toHaveLength(1);
  });

  it.each<[what: string, preferences: VersionSet['llmModelPreferences'], loc: string]>([
    [
      '21 model preferences',
      Array.from({ length: 21 }, (_, i) => ({ interactionName: `i${i}`, llmName: 'm', params: {} })),
      'body.version_set.llm_model_preferences',
    ],
    [
      'parameters beyond four kibibytes',
      [{ interactionName: 'a', llmName: 'm', params: { stop: 'x'.repeat(4_096) } }],
      'body.version_set',
    ],
    [
      'a parameter with U+0000',
      [{ interactionName: 'a', llmName: 'm', params: { stop: ['\u0000'] } }],
      'body.version_set.llm_model_preferences.a.params.stop.0',
    ],
    [
      'a parameter whose name is a lone surrogate',
      [{ interactionName: 'a', llmName: 'm', params: { '\ud800': 1 } }],
      'body.version_set.llm_model_preferences.a.params',
    ],
  ])('when it has %s, then it is refused', (_what, llmModelPreferences, loc) => {
    const attempt = () =>
      decide(given, putVersionSet({ versionSet: { ...latestVersions, llmModelPreferences } }));
    expect(attempt).toThrow(expect.objectContaining({ message: expect.stringContaining(` ${loc}: `) }));
    expect(attempt).toThrow(rejection('validation_failed'));
  });

  it('given no service, then it is not found', () => {
    expect(() => decide([], putVersionSet())).toThrow(rejection('not_found'));
  });

  it('when it is edge, then it is refused', () => {
    expect(() => decide(given, putVersionSet({ name: 'edge' }))).toThrow(
      rejection('invalid_request', /edge/),
    );
  });

  it.each(['', 'a b', 'x'.repeat(41), 'a/b'])('when the name is %j, then it is refused', (name) => {
    expect(() => decide(given, putVersionSet({ name }))).toThrow(rejection('validation_failed'));
  });

  it('when it names a version of another graph, then it is refused', () => {
    const versionSet = { ...latestVersions, contextGraphVersionNumber: 4 };
    expect(() => decide(given, putVersionSet({ versionSet }))).toThrow(
      rejection('invalid_request', /no version 4/),
    );
  });

  it('when it names a model that is not available, then it is refused', () => {
    const versionSet = {
      ...latestVersions,
      llmModelPreferences: [{ interactionName: 'a', llmName: 'b', params: {} }],
    };
    expect(() => decide(given, putVersionSet({ versionSet, modelNames: new Set(['c']) }))).toThrow(
      rejection('invalid_request', /no model named b/),
    );
    expect(decide(given, putVersionSet({ versionSet, modelNames: new Set(['b']) }))).toHaveLength(1);
  });

  it('when it names an interaction twice, then it is refused', () => {
    const preference = { interactionName: 'a', llmName: 'b', params: {} };
    const versionSet = { ...latestVersions, llmModelPreferences: [preference, preference] };
    expect(() => decide(given, putVersionSet({ versionSet }))).toThrow(rejection('validation_failed'));
  });
});
