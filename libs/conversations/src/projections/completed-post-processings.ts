import type { TenantId } from '@svc/kernel';
import type { Executor } from '@svc/postgres';

/** The stages after the end of a conversation, in their order; in the words of the API. */
export const postProcessingStages = ['extract-memories', 'generate-user-models'] as const;
export type PostProcessingStage = (typeof postProcessingStages)[number];

export interface CompletedPostProcessing {
  readonly tenantId: TenantId;
  readonly conversationId: string;
  readonly stage: PostProcessingStage;
}

export async function insertCompletedPostProcessings(
  executor: Executor,
  completed: readonly CompletedPostProcessing[],
): Promise<void> {
  await executor.query({
    name: 'conversations.insert_completed_post_processings',
    text: `INSERT INTO conversations.completed_post_processing (tenant_id, conversation_id, stage)
           SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) ON CONFLICT DO NOTHING`,
    values: [
      completed.map(({ tenantId }) => tenantId),
      completed.map(({ conversationId }) => conversationId),
      completed.map(({ stage }) => stage),
    ],
  });
}

/** SQL: the completed stages of the conversation with alias `c`, in their order, which is alphabetical. */
export const itsCompletedPostProcessings = `SELECT coalesce(array_agg(p.stage ORDER BY p.stage), '{}')
  FROM conversations.completed_post_processing AS p
 WHERE p.tenant_id = c.tenant_id AND p.conversation_id = c.conversation_id`;
