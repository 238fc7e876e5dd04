import type { ClassicClient } from './client.js';

export interface CreatedDestination {
  readonly id: string;
  readonly secret: string;
}

/** The webhook of a stage after a conversation. */
export interface StageWebhook {
  readonly type: string;
  readonly post_processing_type: string;
  readonly conversation_id: string;
  readonly org_id: string;
  readonly idempotent_key: string;
}

/** The stages of every conversation that was finished, in order. */
export const stages = ['extract-memories', 'generate-user-models'];

/**
 * A destination of the administrator's organization.
 * @param inOrder whether the events of a conversation, or of a definition, wait until the earlier ones have come.
 * @param acceptedTypes default: the stages after conversations.
 */
export function createDestination(
  administrator: ClassicClient,
  url: string,
  { inOrder = false, acceptedTypes = ['conversation-post-processing-complete'] } = {},
): Promise<CreatedDestination> {
  const body = {
    url,
    accepted_types: acceptedTypes,
    retry_attempts: 5,
    in_conversation_order: inOrder,
  };
  return administrator.json('POST', 'webhook_destination/', { body });
}
