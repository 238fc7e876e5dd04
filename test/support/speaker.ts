import { ClassicClient, HttpError, type InteractOptions, type MessageRecord } from './client.js';
import type { HeldConversation, HeldTurn } from './held-turn.js';
import type { Credentials } from './product-process.js';
import type { StreamEvent } from './stream-events.js';

export interface SpeakerOptions {
  readonly client: ClassicClient;
  readonly serviceId: string;
  /** Told of each line that the speaker hears. */
  readonly onEvent?: (event: StreamEvent) => void;
}

/** A user who converses, and keeps a record of what was sent and what came back. */
export class Speaker {
  readonly client: ClassicClient;
  /** Oldest first. */
  conversations: HeldConversation[] = [];
  /** Whether a turn has been asked for and has not ended yet. */
  isInTurn = false;
  readonly #serviceId: string;
  readonly #onEvent: (event: StreamEvent) => void;

  constructor({ client, serviceId, onEvent }: SpeakerOptions) {
    this.client = client;
    this.#serviceId = serviceId;
    this.#onEvent = onEvent ?? (() => undefined);
  }

  /** Starts a conversation and reads the agent's first message. It is recorded as soon as its id is known. */
  async begin(): Promise<HeldTurn> {
    let place: TurnPlace | undefined;
    const turn = await this.#take(null, this.client.createConversation(this.#serviceId), (event) => {
      if (event.type !== 'conversation-created') return;
      const held = { id: event.conversation_id, turns: [] };
      this.conversations.push(held);
      place = placeIn(held);
    });
    place?.(turn);
    return turn;
  }

  /** Takes a turn of the latest conversation. */
  async say(text: string, options: Pick<InteractOptions, 'signal'> = {}): Promise<HeldTurn> {
    const held = this.conversations.at(-1);
    if (held === undefined) throw new Error('There is no conversation to say something in.');
    const place = placeIn(held, text);
    const turn = await this.#take(text, this.client.interact(held.id, text, options));
    place(turn);
    return turn;
  }

  /** The same user in another service. */
  inService(serviceId: string): Speaker {
    return new Speaker({ client: this.client, serviceId, onEvent: this.#onEvent });
  }

  /** The same user at another address of the same system. */
  at(baseUrl: string): Speaker {
    const client = new ClassicClient(baseUrl, this.client.organization);
    client.token = this.client.token;
    const other = new Speaker({ client, serviceId: this.#serviceId, onEvent: this.#onEvent });
    other.conversations = this.conversations;
    return other;
  }

  /** All messages of a conversation as the API lists them; undefined when there is no such conversation. */
  async messagesOf({ id }: HeldConversation): Promise<readonly MessageRecord[] | undefined> {
    const messages: MessageRecord[] = [];
    try {
      for (let token: number | null = 0; token !== null;) {
        const page = await this.client.messages(id, { continuation_token: token });
        messages.push(...page.messages);
        token = page.continuation_token;
      }
    } catch (error) {
      if (error instanceof HttpError && error.status === 404) return undefined;
      throw error;
    }
    return messages;
  }

  /** Records conversations whose creation was cut off before the client got their id. */
  async findOwnConversations(): Promise<void> {
    const { conversations } = await this.client.conversations({ is_finished: false });
    const isOnRecord = new Set(this.conversations.map(({ id }) => id));
    for (const { id } of conversations.filter((found) => !isOnRecord.has(found.id))) {
      const held = { id, turns: [] };
      placeIn(held)({
        text: null,
        outcome: 'unknown',
        received: [],
        askedAtMs: -Infinity,
        endedAtMs: performance.now(),
      });
      this.conversations.push(held);
    }
  }

  /** Removes a conversation that was never created. */
  forget(held: HeldConversation): void {
    this.conversations.splice(this.conversations.indexOf(held), 1);
  }

  async #take(
    text: string | null,
    events: AsyncIterable<StreamEvent>,
    also?: (event: StreamEvent) => void,
  ): Promise<HeldTurn> {
    const received: StreamEvent[] = [];
    const askedAtMs = performance.now();
    let firstPieceAtMs: number | undefined;
    const settled = (end: Pick<HeldTurn, 'outcome' | 'failure'>): HeldTurn => ({
      ...{ text, received, askedAtMs, endedAtMs: performance.now() },
      ...(firstPieceAtMs !== undefined && { firstPieceAtMs }),
      ...end,
    });
    this.isInTurn = true;
    try {
      for await (const event of events) {
        received.push(event);
        if (event.type === 'new-message') firstPieceAtMs ??= performance.now();
        also?.(event);
        this.#onEvent(event);
      }
      return settled(outcomeOf(received));
    } catch (error) {
      return settled({ failure: error, outcome: outcomeOfError(received, error) });
    } finally {
      this.isInTurn = false;
    }
  }
}

type TurnPlace = (turn: HeldTurn) => void;

/** The record has turns in the order of their requests, from the request on. */
function placeIn({ turns }: HeldConversation, text: string | null = null): TurnPlace {
  const place = turns.length;
  turns.push({ text, outcome: 'unknown', received: [], askedAtMs: performance.now(), endedAtMs: Infinity });
  return (turn) => void (turns[place] = turn);
}

function outcomeOf(received: readonly StreamEvent[]): Pick<HeldTurn, 'outcome' | 'failure'> {
  const last = received.at(-1);
  if (last?.type === 'interaction-complete') return { outcome: 'complete' };
  if (last?.type === 'error') return { outcome: 'void', failure: last };
  return { outcome: 'unknown', failure: new Error('the stream ended early') };
}

/** Once the last line has come, it does not matter how the connection ends. */
function outcomeOfError(received: readonly StreamEvent[], error: unknown): HeldTurn['outcome'] {
  if (error instanceof HttpError) return 'void';
  return outcomeOf(received).outcome;
}

/** Makes users of the demo organization, and signs each of them in. */
export async function signUpSpeakers(
  administrator: ClassicClient,
  credentials: Credentials,
  count: number,
  onEvent?: SpeakerOptions['onEvent'],
): Promise<readonly Speaker[]> {
  const speakers: Speaker[] = [];
  for (let number = 1; number <= count; number += 1) {
    const { user_id: userId } = await administrator.json<{ user_id: string }>('POST', 'user/', {
      body: {
        first_name: 'Speaker',
        last_name: String(number),
        email: `speaker-${number}@demo.example`,
        role_name: 'DefaultUserRole',
      },
    });
    const client = new ClassicClient(administrator.baseUrl, administrator.organization);
    await client.signIn({ ...credentials, user_id: userId });
    speakers.push(new Speaker({ client, serviceId: credentials.service_id, ...(onEvent && { onEvent }) }));
  }
  return speakers;
}
