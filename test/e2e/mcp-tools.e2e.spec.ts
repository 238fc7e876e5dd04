import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startToolServerProcess, type ToolServerProcess } from '@svc/testing/tool-servers';
import { HttpError } from '../support/client.js';
import { PlatformClient } from '../support/platform-client.js';
import { actionState, makePlatformService } from '../support/platform-service.js';
import { SuiteSystem } from '../support/suite-system.js';

// A real MCP server by the official SDK, as a process of its own, and an integration that calls its tools.

const system = new SuiteSystem();
const folder = mkdtempSync(path.join(tmpdir(), 'mcp-'));
let server: ToolServerProcess;
let platform: PlatformClient;
let service_id: string;

beforeAll(async () => {
  server = await startToolServerProcess({ kind: 'mcp', effectsFile: path.join(folder, 'effects.jsonl') });
  platform = new PlatformClient(system.baseUrl, system.credentials.workspace_api_key);
  await make('integrations', { name: 'desk', protocol: 'mcp', display_name: 'Desk', mcp_url: server.url });
  const desk = actionState('desk', {
    action_tool_call_specs: [{ tool_id: 'desk__book_appointment' }],
    exit_conditions: [{ description: 'The user says goodbye.', next_state: 'goodbye' }],
  });
  const states = [desk, actionState('goodbye')];
  service_id = await makePlatformService(platform, system.credentials.workspace_id, 'MCP desk', states);
});
afterAll(async () => {
  await server.kill();
  rmSync(folder, { recursive: true });
});

const make = <Made = { readonly id: string }>(to: string, body: object): Promise<Made> =>
  platform.json<Made>('POST', `${system.credentials.workspace_id}/${to}`, { body });
const booking = { name: 'Ada Lovelace', day: '2026-12-01', time: '10:30' };
const execute = (name: string, input_params: object, changes: object = {}) =>
  make<{ readonly error: string | null }>('tools/execute', {
    ...{ tool_type: 'integration', tool_name: `desk__${name}`, service_id, input_params },
    ...changes,
  });

describe('the tools of an MCP server', () => {
  it('stand in the catalog of the workspace, with what they require and whether they change something', async () => {
    const { tools } = await platform.json<{ tools: readonly { tool_name: string }[] }>(
      'GET',
      `${system.credentials.workspace_id}/tools/catalog`,
    );
    expect(tools.filter(({ tool_name: name }) => name.startsWith('desk__'))).toEqual([
      expect.objectContaining({ tool_name: 'desk__find_openings', is_write: false }),
      expect.objectContaining({
        tool_name: 'desk__book_appointment',
        is_write: true,
        input_schema: expect.objectContaining({ required: ['name', 'day', 'time'] }),
      }),
    ]);
  });

  it('are called once; a dry run calls only what changes nothing', async () => {
    const before = server.effects().length;
    expect(await execute('find_openings', { day: booking.day }, { dry_run: true })).toMatchObject({
      result: { openings: expect.arrayContaining(['10:30']) },
      error: null,
    });
    expect(await execute('book_appointment', booking, { dry_run: true })).toMatchObject({
      result: null,
      blocked_side_effects: [expect.stringContaining('book_appointment')],
    });
    expect(server.effects()).toHaveLength(before);
    expect(await execute('book_appointment', booking)).toMatchObject({ dry_run: false, error: null });
    expect(server.effects().slice(before)).toMatchObject([{ input: booking, isRepeat: false }]);
  });

  it('given an input that does not fit, or a tool that is not there, then nothing is called', async () => {
    const before = server.effects().length;
    const { error } = await execute('book_appointment', { name: 'Ada' }).then(
      (answer) => answer as never as { error: string },
    );
    expect(error).toContain('day');
    const lost = await execute('lost', {}).catch((reason: unknown) => reason);
    expect(lost).toBeInstanceOf(HttpError);
    expect(lost).toMatchObject({ status: 404 });
    expect(server.effects()).toHaveLength(before);
  });

  it('are called by a conversation whose state names them, once', async () => {
    const before = server.effects().length;
    const { id } = await make('conversations', { service_id });
    const message =
      'I want to book an appointment. My name is Ada Lovelace. I can come on 2026-12-02 at 10:30.';
    const turn = await make(`conversations/${id}/turns?include_tool_calls=true`, { message });
    expect(turn).toMatchObject({ tool_calls: [{ tool_name: 'desk__book_appointment', succeeded: true }] });
    const input = { name: 'Ada Lovelace', day: '2026-12-02', time: '10:30' };
    const key = expect.stringMatching(new RegExp(`^${id}/`));
    expect(server.effects().slice(before)).toMatchObject([{ key, input, isRepeat: false }]);
  });
});
