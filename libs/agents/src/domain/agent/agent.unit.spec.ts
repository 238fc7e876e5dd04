import { agentDecider, type AgentCommand, type AgentEvent } from './agent.js';

const by = { orgId: 'demo', userId: 'admin' };
const atMs = 1_700_000_000_000;

const body = { address: 'ab'.repeat(32), sizeBytes: 2, inlineJson: '{}' };

const created: AgentEvent = {
  type: 'AgentCreated',
  data: { agentId: 'a1', name: 'Mara', creator: by, createdAtMs: 1 },
};
const versionCreated = (version: number): AgentEvent => ({
  type: 'AgentVersionCreated',
  data: { agentId: 'a1', versionId: `v${version}`, version, body, creator: by, createdAtMs: 1 },
});
const createVersion = (expectedVersion: number | null = null): AgentCommand => ({
  type: 'CreateAgentVersion',
  versionId: 'new',
  expectedVersion,
  body,
  by,
});

/** The new events of a command after the given ones; or it throws. */
function decide(given: readonly AgentEvent[], when: AgentCommand): readonly AgentEvent[] {
  return agentDecider.decide(given.reduce(agentDecider.evolve, agentDecider.initialState), { ...when, atMs });
}

describe('creating an agent', () => {
  it('then it exists, without a version', () => {
    expect(decide([], { type: 'CreateAgent', agentId: 'a1', name: 'Mara', by })).toEqual([
      { type: 'AgentCreated', data: { agentId: 'a1', name: 'Mara', creator: by, createdAtMs: atMs } },
    ]);
  });

  it.each(['', '   ', 'x'.repeat(257), 'a\u0000b'])('then the name %j is refused', (name) => {
    expect(() => decide([], { type: 'CreateAgent', agentId: 'a1', name, by })).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        fields: [expect.objectContaining({ loc: ['body', 'agent_name'] })],
      }),
    );
  });

  it('then a name of 256 characters is accepted, counted as code points', () => {
    expect(decide([], { type: 'CreateAgent', agentId: 'a1', name: '🙂'.repeat(256), by })).toHaveLength(1);
  });
});

describe('creating an agent version', () => {
  it('given no agent, then it is not found', () => {
    expect(() => decide([], createVersion())).toThrow(expect.objectContaining({ code: 'not_found' }));
  });

  it.each([0, 1, 3])('given %d versions, then it is the next one', (count) => {
    const versions = Array.from({ length: count }, (_, index) => versionCreated(index + 1));
    expect(decide([created, ...versions], createVersion())).toEqual([
      {
        type: 'AgentVersionCreated',
        data: { agentId: 'a1', versionId: 'new', version: count + 1, body, creator: by, createdAtMs: atMs },
      },
    ]);
  });

  it('given versions, then the state has the body of the latest, which the next carries over', () => {
    const latest = { ...body, address: 'cd'.repeat(32) };
    const second = versionCreated(2);
    const events = [created, versionCreated(1), { ...second, data: { ...second.data, body: latest } }];
    const state = (events as AgentEvent[]).reduce(agentDecider.evolve, agentDecider.initialState);
    expect(state).toMatchObject({ latestVersion: 2, latestBody: latest });
  });

  it.each([1, 3])('given version 1, when number %d is expected, then it is a conflict', (expected) => {
    expect(() => decide([created, versionCreated(1)], createVersion(expected))).toThrow(
      expect.objectContaining({ code: 'conflict', message: `The next version is 2, not ${expected}.` }),
    );
  });

  it('given version 1, when number 2 is expected, then it is created', () => {
    expect(decide([created, versionCreated(1)], createVersion(2))).toHaveLength(1);
  });
});
