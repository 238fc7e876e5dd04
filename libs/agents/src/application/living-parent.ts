import type { Executor } from '@svc/postgres';
import { definitionNotFound, type ExistingDefinition } from '../domain/definition/definition.js';
import type { DefinitionKind } from '../kinds/definition-kind.js';
import { definitionFacts } from '../projections/definition-facts-query.js';
import type { DefinitionRequest } from './definition-request.js';

/** What is below a deleted definition went with it. No query for a kind without a parent. @throws DomainError `not_found` */
export async function requireLivingParent(
  executor: Executor,
  { tenantId, declared: { parent } }: DefinitionRequest,
  parentId: string | null,
): Promise<void> {
  if (parent === undefined) return;
  const found = await definitionFacts(executor, tenantId, [parentId ?? '']);
  const facts = found.get(parentId ?? '');
  if (facts?.kind !== parent || facts.isRetired) throw definitionNotFound(parent);
}

/** A definition is found below its own parent alone. @throws DomainError `not_found` */
export function requireOwnParent(
  { kind, parent }: DefinitionKind,
  definition: ExistingDefinition,
  parentId: string | null,
): void {
  if (parent !== undefined && definition.parentId !== parentId) throw definitionNotFound(kind);
}
