import { workspaceTenant } from '@svc/kernel';
import type { ConversationCommand, TakenTurn } from '../src/domain/conversation-command.js';
import type { ConversationIdentity, ConversationKey } from '../src/domain/conversation-identity.js';
import { Conversations, type ChangedConversation } from '../src/log/conversations.js';
import { complete, conditions, greeting, identity } from './histories.js';
import type { Host } from './host.js';
import { agentId, contextGraphId, serviceId } from './peers.js';

export const tenantId = workspaceTenant('0192f1f0-0000-4000-8000-000000000001');
const conversationId = '0192f1f0-0000-4000-8000-0000000000c1';
const first: ConversationKey = { tenantId, conversationId };
export const metadata = { actor: 'test', correlationId: 'test', causationId: 'test' };

/** A conversation of a workspace whose agent has greeted. The turn that greeted ran nowhere. */
export async function greetedInWorkspace(
  host: Host,
  changes: Parameters<typeof complete>[1] = {},
  { tenantId, conversationId } = first,
  workspace: ConversationIdentity['workspace'] = null,
): Promise<string> {
  const { startedAtMs: _at, ...fresh } = identity;
  const pins = { ...fresh.pins, agentId, contextGraphId };
  await host.get(Conversations).create(
    { tenantId, id: conversationId, metadata },
    {
      type: 'StartConversation',
      // One is open with each user.
      identity: { ...fresh, conversationId, userId: conversationId, serviceId, pins, workspace },
      interaction: greeting(),
      conditions,
    },
  );
  const { turn } = complete('i1', changes) as unknown as { readonly turn: TakenTurn };
  await changed(host, { type: 'CompleteInteraction', turn }, { tenantId, conversationId });
  return conversationId;
}

/** What a command has made of it. */
export function changed(
  host: Host,
  command: ConversationCommand,
  { tenantId, conversationId } = first,
): Promise<ChangedConversation> {
  return host.get(Conversations).change({ tenantId, id: conversationId, metadata }, () => command);
}

const state = {
  type: 'action',
  intra_state_navigation_guidelines: [],
  action_guidelines: [],
  boundary_constraints: [],
} as const;

/** As a workspace writes it. @param desk beside the name */
export function workspaceGraph(desk: object = {}, others: readonly object[] = []) {
  return {
    description: 'A desk where visits are booked.',
    states: [
      {
        ...state,
        name: 'desk',
        objective: 'Book a visit',
        actions: [{ description: 'Help the user' }],
        exit_conditions: [{ description: 'All is done', next_state: 'end' }],
        ...desk,
      },
      ...others.map((other) => ({ ...state, ...other })),
      {
        ...state,
        name: 'end',
        objective: 'Say goodbye',
        actions: [{ description: 'Say goodbye' }],
        exit_conditions: [],
      },
    ],
    new_user_initial_state: 'desk',
    returning_user_initial_state: 'desk',
    terminal_state: 'end',
  };
}

export const desk = { graph: [contextGraphId, 7], state: 'desk' } as const;
