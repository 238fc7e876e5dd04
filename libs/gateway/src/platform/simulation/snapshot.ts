import type { GetWorkspaceConversationResponse } from '@svc/contracts/conversations';
import type { PlatformGraph } from '@svc/definitions/platform';
import { shown } from '../../wire/shown.js';
import { roles } from '../conversation/channel-kinds.js';
import { present } from '../conversation/conversation-mapping.js';
import { Snapshot } from './simulation-schemas.js';

type Fields = Readonly<Record<string, unknown>>;

/** Where a simulation is, and how it came there. */
export function snapshotOf(read: GetWorkspaceConversationResponse, graph: PlatformGraph) {
  const conversation = present(read.conversation);
  const { turns } = read;
  const transitions = turns.flatMap(({ stateTransitions }) => stateTransitions);
  const here = stateOf(read, graph);
  const states = graph.states as unknown as readonly Fields[];
  const state = states.find(({ name }) => name === here) ?? {};
  const first = transitions[0]?.from ?? here;
  const isTerminal = conversation.completionReason === 'completed';
  return shown(Snapshot, {
    current_state: {
      name: here,
      type: textOf(state['type']),
      objective: textOf(state['objective']),
      actions: listOf(state['actions']),
      exit_conditions: listOf(state['exit_conditions']),
      action_guidelines: listOf(state['action_guidelines']),
      boundary_constraints: listOf(state['boundary_constraints']),
      guardrails: listOf(state['guardrails']),
      tools: toolsOf(state),
    },
    reachable_states: exitsOf(state).map(({ to, condition }) => ({ name: to, condition })),
    turn_policy: textPolicy,
    conversation_history: turns.map(({ role, text }) => ({ role: roles.fromProto(role), text })),
    states_visited: [...new Set([first, ...transitions.map(({ to }) => to)])],
    state_transitions: transitions.map(({ from, to }) => [from, to]),
    total_turns: conversation.turnCount,
    tools_called: turns.flatMap(({ toolCalls }) => toolCalls.map(({ toolName }) => toolName)),
    terminal_reached: isTerminal,
    context_graph_topology: states.flatMap((from) =>
      exitsOf(from).map(({ to, condition }) => ({ from: textOf(from['name']), to, condition })),
    ),
    terminal_state: isTerminal ? here : null,
  });
}

/** The name of the state where it is. */
export function stateOf(
  { conversation }: Pick<GetWorkspaceConversationResponse, 'conversation'>,
  graph: Pick<PlatformGraph, 'new_user_initial_state'>,
): string {
  return present(conversation).state ?? graph.new_user_initial_state;
}

/** Acts in voice alone. */
const textPolicy = {
  barge_in_enabled: true,
  greeting_shield_s: 0,
  safety_response: 'suspend_forward',
  context_strategy: 'full',
  block_forward_call: false,
  block_forward_call_after_turns: -1,
};

/** Where a state may lead: by an exit, or in any case. */
function exitsOf(state: Fields): readonly { readonly to: string; readonly condition: string }[] {
  const exits = listOf<Fields>(state['exit_conditions']).map(({ next_state: to, description }) => ({
    to: textOf(to),
    condition: textOf(description),
  }));
  const next = textOf(state['next_state'] ?? state['on_complete']);
  return next === '' ? exits : [...exits, { to: next, condition: '' }];
}

function toolsOf(state: Fields): string[] {
  const lists = ['tool_call_specs', 'action_tool_call_specs', 'exit_condition_tool_call_specs'];
  const specs = lists.flatMap((list) => listOf<Fields>(state[list]));
  return [...new Set(specs.map(({ tool_id: id }) => textOf(id)))];
}

function listOf<Item = never>(value: unknown): Item[] {
  return Array.isArray(value) ? (value as Item[]) : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
