import { contextGraphDecider, type ContextGraphCommand, type ContextGraphEvent } from './context-graph.js';

const by = { orgId: 'demo', userId: 'admin' };
const atMs = 1_700_000_000_000;
const body = { address: 'ab'.repeat(32), sizeBytes: 2, inlineJson: '{}' };

const created: ContextGraphEvent = {
  type: 'ContextGraphCreated',
  data: { contextGraphId: 'g1', name: 'Appointments', creator: by, createdAtMs: 1 },
};
const versionCreated = (version: number): ContextGraphEvent => ({
  type: 'ContextGraphVersionCreated',
  data: { contextGraphId: 'g1', versionId: `v${version}`, version, body, creator: by, createdAtMs: 1 },
});
const createVersion = (expectedVersion: number | null): ContextGraphCommand => ({
  type: 'CreateContextGraphVersion',
  versionId: 'new',
  expectedVersion,
  body,
  by,
});

function decide(
  given: readonly ContextGraphEvent[],
  when: ContextGraphCommand,
): readonly ContextGraphEvent[] {
  return contextGraphDecider.decide(
    given.reduce(contextGraphDecider.evolve, contextGraphDecider.initialState),
    { ...when, atMs },
  );
}

describe('creating a context graph', () => {
  it('then it exists, without a version', () => {
    const when = {
      type: 'CreateContextGraph',
      contextGraphId: 'g1',
      name: 'Appointments',
      by,
    } as const;
    expect(decide([], when)).toEqual([
      {
        type: 'ContextGraphCreated',
        data: { contextGraphId: 'g1', name: 'Appointments', creator: by, createdAtMs: atMs },
      },
    ]);
  });

  it('when it has no name, then it is refused', () => {
    expect(() => decide([], { type: 'CreateContextGraph', contextGraphId: 'g1', name: '', by })).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        fields: [expect.objectContaining({ loc: ['body', 'state_machine_name'] })],
      }),
    );
  });
});

describe('creating a graph version', () => {
  it('given no graph, then it is not found', () => {
    expect(() => decide([], createVersion(null))).toThrow(expect.objectContaining({ code: 'not_found' }));
  });

  it('given two versions, then the next is the third', () => {
    expect(decide([created, versionCreated(1), versionCreated(2)], createVersion(null))).toEqual([
      {
        type: 'ContextGraphVersionCreated',
        data: { contextGraphId: 'g1', versionId: 'new', version: 3, body, creator: by, createdAtMs: atMs },
      },
    ]);
  });

  it('given no version, when 1 is expected, then it is created', () => {
    expect(decide([created], createVersion(1))).toHaveLength(1);
  });

  it('given a version, when 1 is expected, then it is a conflict', () => {
    expect(() => decide([created, versionCreated(1)], createVersion(1))).toThrow(
      expect.objectContaining({ code: 'conflict' }),
    );
  });
});
