import { openLeftDatabase } from '@svc/testing';
import { runAdmin } from './admin.js';
import { signInAsNewUser } from './members.js';
import type { ModelServer } from './model-server.js';
import type { RunningSystem } from './running-system.js';
import { beginConversation, signInAsDemoUser } from './sessions.js';
import { collect, type StreamEvent } from './stream-events.js';

export interface DeletedSpeaker {
  readonly userId: string;
  /** All that their client has heard of the turn in whose middle they were deleted. */
  readonly heard: readonly StreamEvent[];
}

/** A user who is deleted while the agent answers them; the model is not let go on. Resolves when their turn has ended. */
export async function deleteWhileSpeaking(
  system: RunningSystem,
  model: ModelServer,
): Promise<DeletedSpeaker> {
  const administrator = await signInAsDemoUser(system.baseUrl, system.credentials());
  const { client, userId } = await signInAsNewUser(administrator, system.credentials());
  const { id } = await beginConversation(client, system.credentials().service_id);
  await collect(client.interact(id, 'hello'));
  model.holdAfter(1);
  const turn = collect(client.interact(id, 'I like novels'));
  await model.untilHeldBack();
  await administrator.request('DELETE', `user/${userId}`);
  return { userId, heard: await turn };
}

/** Resolves when `privacy status` has nothing to say. */
export async function untilErasedEverywhere({ dataDir }: RunningSystem): Promise<void> {
  while ((await runAdmin(dataDir, 'privacy', 'status')).stdout !== '');
}

export interface LeftOfSpeaker {
  /** The latest events of their conversation, and what they say is the reason. */
  readonly ends: readonly string[];
  /** How often conversations has said that they are erased. */
  readonly confirmations: number;
  /** Rows that hold words. */
  readonly messages: number;
}

/** As it stands in the database of a system that has ended. */
export async function leftOfSpeaker(dataDir: string, userId: string): Promise<LeftOfSpeaker> {
  const left = await openLeftDatabase(dataDir);
  try {
    const { rows } = await left.database.query<LeftOfSpeaker>({
      name: 'left_of_speaker',
      text: `SELECT ARRAY(SELECT concat_ws(' ', event_type, payload::jsonb ->> 'reason') FROM conversations.event
                           WHERE subject = $1 AND event_type <> 'SubjectErased' ORDER BY stream_version DESC LIMIT 2) AS ends,
                    (SELECT count(*)::integer FROM conversations.event
                      WHERE subject = $1 AND event_type = 'SubjectErased') AS confirmations,
                    (SELECT count(*)::integer FROM conversations.message JOIN conversations.conversation AS theirs
                      USING (tenant_id, conversation_id) WHERE theirs.subject = $1 AND text IS NOT NULL) AS messages`,
      values: [`org:demo/user/${userId}`],
    });
    if (!rows[0]) throw new Error('A query without a source has one row.');
    return rows[0];
  } finally {
    await left.close();
  }
}

/** What is to be left. */
export const erasedSpeaker: LeftOfSpeaker = {
  ends: ['ConversationFinished FINISH_REASON_DELETION', 'InteractionVoided VOID_REASON_DELETION'],
  confirmations: 1,
  messages: 0,
};
