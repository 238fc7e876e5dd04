import {
  ChannelKind,
  ConversationDirection,
  WorkspaceConversationStatus,
  WorkspaceTurnRole,
  type StartWorkspaceConversationRequest,
  type TakeWorkspaceTurnRequest,
  type TakeWorkspaceTurnResponse,
  type TurnEvent,
  type WorkspaceConversation,
  type WorkspaceTurn,
  type WorkspaceTurnOutcome,
} from '@svc/contracts/conversations';
import type { RpcCall } from '@svc/rpc';
import { bearsWorkspaceKey, startTestGateway, workspaceId, type TestGateway } from './harness.js';

export const conversationId = '5a4d28ba-2fa1-4d2e-883f-0016d3cca427';
export const entityId = '7d0e28ba-2fa1-4d2e-883f-0016d3cca427';
export const serviceId = '5e0e28ba-2fa1-4d2e-883f-0016d3cca427';
export const turnId = '11112222-2fa1-5d2e-883f-0016d3cca427';
export const base = `/v1/${workspaceId}/conversations`;
export const turns = `${base}/${conversationId}/turns`;

export const conversation: WorkspaceConversation = {
  ...{ conversationId, entityId, serviceId, isRunning: false, turnCount: 1 },
  channel: ChannelKind.CHANNEL_KIND_WEB,
  status: WorkspaceConversationStatus.WORKSPACE_CONVERSATION_STATUS_ACTIVE,
  direction: ConversationDirection.CONVERSATION_DIRECTION_INBOUND,
  ...{ createdAtMs: 1_000, updatedAtMs: 61_000, state: 'triage' },
  ...{ contextGraphId: serviceId, contextGraphVersionNumber: 1 },
};
const said: WorkspaceTurn = {
  ...{ turnId, turnIndex: 0, text: 'Hi', createdAtMs: 2_000, messageId: 'm1', interactionId: 'i1' },
  role: WorkspaceTurnRole.WORKSPACE_TURN_ROLE_USER,
  channel: ChannelKind.CHANNEL_KIND_WEB,
  ...{ toolCalls: [], stateTransitions: [] },
};
const call = {
  callId: 'c1',
  toolName: 'book',
  inputJson: '{"day":"Tuesday"}',
  result: 'Booked.',
  succeeded: true,
};
export const answer: WorkspaceTurn = {
  ...said,
  ...{ text: 'Hello', messageId: 'm2', role: WorkspaceTurnRole.WORKSPACE_TURN_ROLE_AGENT, action: 'Greet' },
  toolCalls: [{ ...call, durationMs: 5 }],
  stateTransitions: [{ from: 'start', to: 'triage' }],
};
export const earlier: WorkspaceTurn = { ...answer, interactionId: 'i0', text: 'Still there?', toolCalls: [] };
export const outcome: WorkspaceTurnOutcome = {
  ...{ input: said, output: [answer], conversation, backgroundPending: false, isDuplicate: false },
};

export const piece = (message: string): TurnEvent => ({
  event: {
    $case: 'newMessage',
    value: { messageId: 'm2', message, sequenceNumber: 0, stop: message === '' },
  },
});
export const complete: TurnEvent = {
  event: {
    $case: 'interactionComplete',
    value: { messageId: 'm2', interactionId: 'i1', fullMessage: 'Hello', conversationCompleted: false },
  },
};
export const ofTool: TurnEvent[] = [
  { event: { $case: 'toolCallStarted', value: call } },
  { event: { $case: 'toolCallCompleted', value: { ...call, durationMs: 5 } } },
];

/** What the service tells of a turn. */
export type Turn = (
  request: TakeWorkspaceTurnRequest,
  call: RpcCall,
) => AsyncGenerator<TakeWorkspaceTurnResponse, void, void>;

export async function* told(...responses: readonly Partial<TakeWorkspaceTurnResponse>[]) {
  for (const response of responses) yield { events: [], earlier: [], ...response };
}

export const whole: Turn = () =>
  told({}, { events: [piece('Hel'), piece('lo'), piece(''), complete] }, { outcome });

/** A gateway before a service of conversations that a test tells what to say. */
export interface ConversationDesk {
  /** Of the next turns. */
  turn: Turn;
  /** What was asked last. */
  readonly seen: {
    start?: StartWorkspaceConversationRequest;
    turn?: TakeWorkspaceTurnRequest;
    rest?: object;
  };
  readonly url: string;
  readonly ask: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Response>;
  readonly stop: TestGateway['stop'];
}

export async function startConversationDesk(): Promise<ConversationDesk> {
  const gateway = await startTestGateway({
    workspaceConversations: {
      startWorkspaceConversation: async (request) => {
        desk.seen.start = request;
        return { conversation, isNew: request.entityId === undefined, turns: request.greets ? [answer] : [] };
      },
      getWorkspaceConversation: async (request) => {
        desk.seen.rest = request;
        return { conversation, turns: [said, answer] };
      },
      listWorkspaceConversations: async (request) => {
        desk.seen.rest = request;
        return { conversations: [{ ...conversation, completionReason: 'requested' }], total: 3 };
      },
      closeWorkspaceConversation: async (request) => {
        desk.seen.rest = request;
        return {};
      },
      takeWorkspaceTurn: (request, context) => {
        desk.seen.turn = request;
        return desk.turn(request, context);
      },
      collectWorkspaceTurns: async (request) => {
        desk.seen.rest = request;
        return { outcome: { ...outcome, input: undefined, output: [] } };
      },
      switchWorkspaceChannel: async (request) => {
        desk.seen.rest = request;
        return { conversation };
      },
    },
  });
  const desk: ConversationDesk = {
    turn: whole,
    url: gateway.url,
    seen: {},
    ask: (method, path, asked, headers = {}) =>
      gateway.call(method, path, asked, { ...bearsWorkspaceKey, ...headers }),
    stop: () => gateway.stop(),
  };
  return desk;
}

/** `event`, and its data. */
export async function framesOf(
  response: Response,
): Promise<readonly (readonly [string, Record<string, unknown>])[]> {
  const frames = (await response.text()).split('\n\n').filter((frame) => frame !== '');
  return frames.map((frame) => {
    const [, name = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(frame) ?? [];
    return [name, JSON.parse(data) as Record<string, unknown>];
  });
}

export const namesOf = async (response: Response) => (await framesOf(response)).map(([name]) => name);
