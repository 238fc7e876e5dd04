import type { AggregateChange, SqlFragment } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import type { PostProcessing, PostProcessingEvent } from '../domain/post-processing/post-processing.js';
import { postProcessingTable, type PostProcessingSource } from './post-processing-table.js';

/** Completed rows are deleted: the table stays as small as the work to do. */
export function postProcessingRows({
  tenantId,
  before,
  after,
}: AggregateChange<PostProcessing, PostProcessingEvent>): readonly SqlFragment[] {
  return postProcessingTable.sync(rowOf(tenantId, before), rowOf(tenantId, after));
}

function rowOf(tenantId: TenantId, state: PostProcessing): PostProcessingSource | null {
  return state?.status === 'pending' || state?.status === 'failed' ? { tenantId, state } : null;
}
