import { brokenFieldsOf, jsonOf, linesOf } from './answers.js';
import { accessWith } from './harness.js';
import { action, complete, created, events, TurnPeer } from './turns.js';

const state = 'navigate-state-machine-exit-condition-selected';
const tool = 'tool-call-started';

const peer = new TurnPeer();
beforeAll(() => peer.start());
afterAll(() => peer.stop());
beforeEach(() =>
  peer.reset(
    events(
      created,
      action(state, {
        exit_condition: 'Asked.',
        next_state_state_machine_version_info: ['g', 1],
        next_state_name: 'end',
      }),
      action(tool, { tool_round_index: 0, tool_id: 't', tool_version: '1.0.0', input_params: {} }),
      action('unknown-to-clients'),
      complete,
    ),
  ),
);

describe('actions of the agent', () => {
  const typesOf = async (response: Response) =>
    (await linesOf(response)).flatMap(({ action: given }) =>
      given ? [(given as { type: string }).type] : [],
    );

  it('of known types are shown to holders of the permission', async () => {
    expect(await typesOf(await peer.create())).toEqual([state, tool]);
    peer.access = accessWith(['Conversation:CreateConversation']);
    peer.gateway.clock.nowMs += 5_000;
    expect(await typesOf(await peer.create())).toEqual([]);
  });

  it('tell what is said while something takes long, in the published form and once', async () => {
    const started = { tool_round_index: 0, tool_id: 't', tool_version: '1.0.0', input_params: {} };
    const filler = { filler: 'One moment.', previously_started_event: { type: tool, ...started } };
    peer.reset(
      events(
        created,
        action('action-too-long', filler),
        { $case: 'filler', value: { text: 'One moment.' } },
        complete,
      ),
    );
    const lines = await linesOf(await peer.create());
    expect(lines.map(({ type }) => type)).toEqual([
      'conversation-created',
      'current-agent-action',
      'interaction-complete',
    ]);
    expect(lines[1]?.['action']).toEqual({ type: 'action-too-long', ...filler });
  });

  it('are filtered by a pattern', async () => {
    const filtered = (pattern: string) =>
      peer.create({}, `&current_agent_action_type=${encodeURIComponent(pattern)}`);
    expect(await typesOf(await filtered('^.*$'))).toEqual([state, tool]);
    expect(await typesOf(await filtered('^$'))).toEqual([]);
    expect(await typesOf(await filtered('^tool-call-(started|ended)$'))).toEqual([tool]);
  });

  it('are excluded by a pattern', async () => {
    const filtered = (pattern: string) =>
      peer.create({}, `&current_agent_action_type=${encodeURIComponent(pattern)}`);
    expect(await typesOf(await filtered('^(?!tool-call|state-transition).*$'))).toEqual([state]);
    expect(await typesOf(await filtered('^(?!tool-call-started$)'))).toEqual([state]);
  });

  it('reject an invalid or too long pattern', async () => {
    for (const pattern of ['(', '(?!tool)', 'x'.repeat(257)]) {
      const response = await peer.create({}, `&current_agent_action_type=${encodeURIComponent(pattern)}`);
      expect(await brokenFieldsOf(response)).toEqual([422, ['query.current_agent_action_type']]);
    }
  });

  it('reject look-around and say what is supported', async () => {
    const response = await peer.create({}, `&current_agent_action_type=${encodeURIComponent('a(?=tool)')}`);
    expect((await jsonOf(response))['message']).toMatch(/\^\(\?!tool-call\)/);
  });

  it('reject a short pattern that compiles to a long program', async () => {
    const pattern = encodeURIComponent('(?:.?){1000}'.repeat(21));
    const response = await peer.create({}, `&current_agent_action_type=${pattern}`);
    expect(response.status).toBe(422);
    expect((await jsonOf(response))['message']).toMatch(/repetitions/);
  });

  it('are not delayed by a pattern that takes exponential time elsewhere', async () => {
    const response = await peer.create(
      {},
      `&current_agent_action_type=${encodeURIComponent('^(([a-z]|-)+)+$!')}`,
    );
    expect(response.status).toBe(201);
  });
});
