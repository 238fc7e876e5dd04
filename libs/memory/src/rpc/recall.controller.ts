import { UseGuards } from '@nestjs/common';
import {
  RecallServiceService,
  RecollectionType,
  type GetRecollectionsRequest,
  type GetRecollectionsResponse,
  type Recollection as RecollectionProto,
} from '@svc/contracts/memory';
import type { Recollection } from '@svc/engine';
import { FieldChecks } from '@svc/errors';
import type { Complete } from '@svc/event-store';
import { isStorableText, isTenantId } from '@svc/kernel';
import { RpcController } from '@svc/rpc/nest';
import { RecallMemories } from '../application/recall-memories.js';
import { RecallersGuard } from './recallers.guard.js';

const maxQueryCharacters = 10_000;
const maxBudgetCharacters = 100_000;

/** For other contexts, without a caller (proto/svc/memory/v1/recall_service.proto). */
@RpcController(RecallServiceService)
@UseGuards(RecallersGuard)
export class RecallController {
  constructor(private readonly recall: RecallMemories) {}

  async getRecollections({
    tenantId,
    userId,
    query,
    budgetCharacters,
  }: GetRecollectionsRequest): Promise<Complete<GetRecollectionsResponse>> {
    checkBounds(query, budgetCharacters);
    // A malformed id of a tenant or a user has no memories.
    if (!isTenantId(tenantId) || !isStorableText(userId) || userId === '')
      return { recollections: [], isAll: true };
    const { recallables, isAll } = await this.recall.execute({ tenantId, userId, query, budgetCharacters });
    return { recollections: recallables.map(toProto), isAll };
  }
}

/** @throws DomainError `validation_failed` */
function checkBounds(query: string, budgetCharacters: number): void {
  const checks = new FieldChecks();
  if (query.length > maxQueryCharacters)
    checks.refuse(['query'], `must hold at most ${maxQueryCharacters} UTF-16 code units`, 'too_long');
  if (budgetCharacters < 0 || budgetCharacters > maxBudgetCharacters)
    checks.refuse(['budget_characters'], `must lie between 0 and ${maxBudgetCharacters}`, 'value_error');
  checks.verify();
}

function toProto({ type, content, context, saidAtMs }: Recollection): Complete<RecollectionProto> {
  return { type: types[type], content, context, saidAtMs };
}

const types: Readonly<Record<Recollection['type'], RecollectionType>> = {
  known: RecollectionType.RECOLLECTION_TYPE_KNOWN,
  remembered: RecollectionType.RECOLLECTION_TYPE_REMEMBERED,
};
