import type { TenantId } from '@svc/kernel';
import type { Executor } from '@svc/postgres';
import type { ExtractorVersion } from '../domain/extractor-version.js';

export interface ExtractedConversation {
  readonly tenantId: TenantId;
  readonly conversationId: string;
}

export interface OutdatedExtractionsQuery {
  /** The current extractor: its memories are not outdated. */
  readonly extractor: ExtractorVersion;
  /** Start after this one; null: with the first. */
  readonly after: ExtractedConversation | null;
  readonly limit: number;
}

export interface OutdatedExtractions {
  readonly conversations: readonly ExtractedConversation[];
  /** Total, counted for the first page only: each count reads all of them. */
  readonly total: number | undefined;
}

/** Conversations with memories of another extractor, ordered by tenant and id. */
export async function listOutdatedExtractions(
  executor: Executor,
  { extractor, after, limit }: OutdatedExtractionsQuery,
): Promise<OutdatedExtractions> {
  const { rows } = await executor.query<ExtractedConversation & { readonly total: number | null }>({
    name: 'memory.outdated_extractions',
    text: `SELECT tenant_id AS "tenantId", conversation_id AS "conversationId",
                  CASE WHEN $3 = '' THEN (SELECT count(*)::float8 FROM memory.extraction
                                           WHERE (extractor_name, extractor_version) <> ($1, $2::integer)) END AS total
             FROM memory.extraction
            WHERE (extractor_name, extractor_version) <> ($1, $2::integer) AND (tenant_id, conversation_id) > ($3, $4)
            ORDER BY tenant_id, conversation_id LIMIT $5`,
    values: [extractor.name, extractor.version, after?.tenantId ?? '', after?.conversationId ?? '', limit],
  });
  return {
    conversations: rows.map(({ tenantId, conversationId }) => ({ tenantId, conversationId })),
    total: after === null ? (rows[0]?.total ?? 0) : undefined,
  };
}
