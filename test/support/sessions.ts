import { ClassicClient } from './client.js';
import type { Credentials } from './product-process.js';
import { collect, only, type StreamEvent } from './stream-events.js';

/** A client that has signed in as the demo's administrator. */
export async function signInAsDemoUser(baseUrl: string, credentials: Credentials): Promise<ClassicClient> {
  const client = new ClassicClient(baseUrl, credentials.org_id);
  await client.signIn(credentials);
  return client;
}

export interface BegunConversation {
  readonly id: string;
  /** The whole stream of its creation. */
  readonly events: readonly StreamEvent[];
}

/** Creates a conversation and hears the agent's first message to its end. */
export async function beginConversation(
  client: ClassicClient,
  serviceId: string,
): Promise<BegunConversation> {
  const events = await collect(client.createConversation(serviceId));
  only(events, 'interaction-complete');
  return { id: only(events, 'conversation-created').conversation_id, events };
}
