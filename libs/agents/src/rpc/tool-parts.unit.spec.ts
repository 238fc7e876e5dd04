import { unavailable, type CallableTool } from '../tools/tool-reference.js';
import { listedTools } from './tool-parts.js';

function tool(toolId: string, characters: number): CallableTool {
  return {
    ...{ reference: { toolId, versionConstraint: null }, name: toolId, version: null },
    ...{ description: 'x'.repeat(characters), inputSchema: {}, hasEffects: false, timeoutMs: 1_000 },
    ...{ ownerId: 'one', variables: {} },
    withSecrets: () => {
      throw new Error('Nothing is called here.');
    },
  };
}

describe('the tools of one answer', () => {
  it('given more than it holds, then those without room say so, and smaller ones stay', () => {
    const away = unavailable({ toolId: 'away', versionConstraint: null }, 'It does not answer.');
    const resolved = [tool('first', 500), tool('huge', 2_000), away, tool('second', 400)];
    const { tools, unknown } = listedTools(resolved, 1_000);
    expect(tools.map(({ toolId }) => toolId)).toEqual(['first', 'second']);
    expect(unknown).toEqual([
      { toolId: 'huge', reason: expect.stringContaining('too long') },
      { toolId: 'away', reason: 'It does not answer.' },
    ]);
  });
});
