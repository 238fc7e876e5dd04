import type { CreateConversationRequest, InteractRequest, TurnEvent } from '@svc/contracts/conversations';
import type { RpcCall } from '@svc/rpc';
import { accessWith, startTestGateway, type ConversationsScript, type TestGateway } from './harness.js';

export type Event = NonNullable<TurnEvent['event']>;
type TurnRequest = CreateConversationRequest | InteractRequest;
type Turn = (request: TurnRequest, context: RpcCall) => AsyncIterable<Event>;

export const conversationId = '65f0000000000000000000c1';
export const serviceId = '65f000000000000000000001';
export const createPath = '/v1/demo/conversation/?response_format=text';
export const interactPath = `/v1/demo/conversation/${conversationId}/interact?request_format=text&response_format=text`;

export const created: Event = { $case: 'conversationCreated', value: { conversationId } };
export const available: Event = {
  $case: 'userMessageAvailable',
  value: { messageId: 'm1', userMessage: 'hi' },
};
export const piece = (message: string, sequenceNumber: number, stop = false): Event => ({
  $case: 'newMessage',
  value: { messageId: 'm2', message, sequenceNumber, stop },
});
export const action = (actionType: string, fields: object = {}): Event => ({
  $case: 'currentAgentAction',
  value: { actionType, actionJson: JSON.stringify({ type: actionType, ...fields }) },
});
export const complete: Event = {
  $case: 'interactionComplete',
  value: { messageId: 'm2', interactionId: 'i1', fullMessage: 'Hello', conversationCompleted: false },
};

/** A turn of these events. Each is sent once the one before is consumed. */
export function events(...all: readonly Event[]): Turn {
  return async function* () {
    yield* all;
  };
}

/** A gateway in front of a conversations service with scripted turns. One for all tests of a file. */
export class TurnPeer {
  turn: Turn = events(created, complete);
  access = accessWith();
  /** The requests to the service. */
  readonly requests: TurnRequest[] = [];
  /** Set once `start` has resolved. */
  gateway!: TestGateway;

  readonly handlers: ConversationsScript = {
    createConversation: (request, context) => this.#stream(request, context),
    interact: (request, context) => this.#stream(request, context),
  };

  async start(): Promise<void> {
    const getAccess = () => Promise.resolve(this.access);
    this.gateway = await startTestGateway({ identity: { getAccess }, conversations: this.handlers });
  }

  stop(): Promise<void> {
    return this.gateway.stop();
  }

  /** Grants everything again and drops all cached entries. */
  reset(turn: Turn): void {
    this.turn = turn;
    this.requests.length = 0;
    this.access = accessWith();
    this.gateway.clock.nowMs += 120_000;
  }

  create(more: object = {}, query = ''): Promise<Response> {
    return this.gateway.call('POST', `${createPath}${query}`, { service_id: serviceId, ...more });
  }

  interact(parts: FormValues): Promise<Response> {
    return this.gateway.call('POST', interactPath, form(parts));
  }

  async *#stream(request: TurnRequest, context: RpcCall) {
    this.requests.push(request);
    for await (const event of this.turn(request, context)) yield { events: [{ event }] };
  }
}

type FormValues = Readonly<Record<string, string | Blob | string[]>>;

export function form(parts: FormValues): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(parts)) {
    for (const each of [value].flat()) data.append(name, each);
  }
  return data;
}

/** Waits for real I/O: resolves once the condition is true. The test's own time limit is the bound. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5));
}
