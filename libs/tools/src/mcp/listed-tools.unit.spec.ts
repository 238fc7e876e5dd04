import { Redaction } from '../runner/redaction.js';
import { maxListBytes, usableTools } from './listed-tools.js';

describe('a list of an MCP server', () => {
  it('given more bytes than a list may have, then the first tools are taken, and the others say why they are not', () => {
    const inputSchema = { type: 'object' as const, description: 'x'.repeat(60_000) };
    const listed = Array.from({ length: 40 }, (_, at) => ({ name: `tool_${at}`, inputSchema }));
    const { tools, leftOut, bytes } = usableTools(listed, new Redaction());
    expect(tools.map(({ name }) => name)).toEqual(listed.slice(0, 17).map(({ name }) => name));
    expect(leftOut).toHaveLength(23);
    expect(leftOut[0]).toEqual({ name: 'tool_17', reason: 'The list of the server is too long.' });
    expect(JSON.stringify(tools).length).toBeLessThanOrEqual(maxListBytes);
    expect(bytes).toBeGreaterThan(JSON.stringify(tools).length);
  });

  it('given a server that echoes a secret, and characters that events can not hold, then neither stays', () => {
    const inputSchema = { type: 'object' as const, description: 'sent brass-key\u0000', 'brass-key': true };
    const echo = { name: 'find', description: 'You sent brass-key\u0000.', inputSchema };
    const { tools } = usableTools([echo, { ...echo, name: 'no brass-key' }], new Redaction(['brass-key']));
    expect(JSON.stringify(tools)).not.toMatch(/brass-key|\\u0000/);
    expect(tools.map(({ name, description }) => [name, description])).toEqual([
      ['find', 'You sent [redacted].'],
    ]);
  });
});
