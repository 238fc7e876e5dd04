import { permissionsOfRole, type WorkspacePermission } from '@svc/auth';
import type { WorkspaceCaller } from '@svc/contracts/common';
import {
  ChannelKind,
  ConversationDirection,
  type StartWorkspaceConversationRequest,
  type StartWorkspaceConversationResponse,
  type TakeWorkspaceTurnRequest,
  type TakeWorkspaceTurnResponse,
  type WorkspaceTurnOutcome,
} from '@svc/contracts/conversations';
import { workspaceTenant } from '@svc/kernel';
import { saysGoodbye, wantsAdvice } from './definitions.js';
import type { Host } from './host.js';
import { workspaceServiceId } from './peers.js';

export const workspaceId = 'c56a4180-65aa-42ec-a945-5fd21dec0538';
export const tenantId = workspaceTenant(workspaceId);

/** A key of a workspace. */
export function keyOf(
  permissions: readonly WorkspacePermission[] = permissionsOfRole('member'),
  workspace = workspaceId,
): WorkspaceCaller {
  return {
    tenantId: workspaceTenant(workspace),
    orgId: 'demo',
    credentialId: '0c2e28ba-2fa1-4d2e-883f-0016d3cca427',
    permissions: [...permissions],
    responsibleUserIds: [],
  };
}

/** A state of a graph of the Platform. */
export function action(name: string, exits: readonly (readonly [string, string])[], fields: object = {}) {
  return {
    ...{ type: 'action', name, objective: `Objective of ${name}` },
    actions: [{ description: `Action of ${name}` }],
    ...{ intra_state_navigation_guidelines: [], action_guidelines: [], boundary_constraints: [] },
    exit_conditions: exits.map(([description, next]) => ({ description, next_state: next })),
    ...fields,
  };
}

/** talk → (advice) recommend → farewell, which ends the conversation. */
export function workspaceGraph(fieldsOfTalk: object = {}) {
  return {
    states: [
      action(
        'talk',
        [
          [wantsAdvice, 'recommend'],
          [saysGoodbye, 'farewell'],
        ],
        fieldsOfTalk,
      ),
      action('recommend', [[saysGoodbye, 'farewell']]),
      action('farewell', []),
    ],
    new_user_initial_state: 'talk',
    returning_user_initial_state: 'recommend',
    terminal_state: 'farewell',
  };
}

export function startRequest(
  changes: Partial<StartWorkspaceConversationRequest> = {},
): StartWorkspaceConversationRequest {
  return {
    caller: keyOf(),
    serviceId: workspaceServiceId,
    channel: ChannelKind.CHANNEL_KIND_WEB,
    ...{ forceNew: false, greets: true, isSession: false, omitsTurns: false },
    direction: ConversationDirection.CONVERSATION_DIRECTION_INBOUND,
    ...changes,
  };
}

export function turnRequest(
  conversationId: string,
  message: string,
  changes: Partial<TakeWorkspaceTurnRequest> = {},
): TakeWorkspaceTurnRequest {
  return {
    ...{ caller: keyOf(), conversationId, message, context: '' },
    ...{ waitForFinal: false, suppressFiller: false, includeToolCalls: false },
    ...changes,
  };
}

export async function started(
  host: Host,
  changes: Partial<StartWorkspaceConversationRequest> = {},
): Promise<StartWorkspaceConversationResponse & { readonly id: string }> {
  const response = await host.workspaces.startWorkspaceConversation(startRequest(changes));
  return { ...response, id: response.conversation?.conversationId ?? '' };
}

/** Reads a turn to its end. */
export async function taken(stream: AsyncIterable<TakeWorkspaceTurnResponse>): Promise<{
  readonly told: readonly string[];
  readonly responses: readonly TakeWorkspaceTurnResponse[];
  readonly outcome: WorkspaceTurnOutcome;
}> {
  const responses: TakeWorkspaceTurnResponse[] = [];
  for await (const response of stream) responses.push(response);
  const outcome = responses.at(-1)?.outcome;
  if (!outcome) throw new Error('The turn has no outcome.');
  const told = responses.flatMap(({ events }) => events.map(({ event }) => event?.$case ?? ''));
  return { told, responses, outcome };
}

export const textsOf = (turns: readonly { readonly text: string }[]): readonly string[] =>
  turns.map(({ text }) => text);
