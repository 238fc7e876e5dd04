import { definitionNotFound, type ExistingDefinition } from '../domain/definition/definition.js';
import type { DefinitionKind } from '../kinds/definition-kind.js';

/** A definition is found below its own parent alone. @throws DomainError `not_found` */
export function requireOwnParent(
  { kind, parent }: DefinitionKind,
  definition: ExistingDefinition,
  parentId: string | null,
): void {
  if (parent !== undefined && definition.parentId !== parentId) throw definitionNotFound(kind);
}
