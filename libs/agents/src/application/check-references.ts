import { DomainError, validationError } from '@svc/errors';
import { isResourceId, isSameData, type TenantId } from '@svc/kernel';
import type { Executor } from '@svc/postgres';
import { definitionNotFound, wordsOf } from '../domain/definition/definition.js';
import type { Surface } from '../domain/surface.js';
import type { Reference } from '../kinds/definition-kind.js';
import { definitionFacts, type DefinitionFacts } from '../projections/definition-facts-query.js';

interface ReferencePlace {
  readonly tenantId: TenantId;
  readonly surface: Surface;
}

/**
 * What a body names has to be there and alive. What the body before it named already is not asked for again: versions of
 * retired definitions run on.
 * @throws DomainError `not_found`, `invalid_request`; for a version that a workspace lacks `validation_failed`
 */
export async function checkReferences(
  executor: Executor,
  { tenantId, surface }: ReferencePlace,
  references: readonly Reference[],
  earlier: readonly Reference[],
): Promise<void> {
  const added = references.filter((one) => !earlier.some((other) => isSameData(one, other)));
  const ids = added.map(({ id }) => id).filter((id) => isResourceId(tenantId, id));
  const facts = await definitionFacts(executor, tenantId, ids);
  for (const reference of added) {
    const found = facts.get(reference.id);
    check(reference, found?.kind === reference.kind ? found : undefined, surface);
  }
}

function check(reference: Reference, found: DefinitionFacts | undefined, surface: Surface): void {
  const { kind, version, needsVersion = false, whenMissing = 'not_found' } = reference;
  const words = wordsOf(kind);
  if (found === undefined || (found.isRetired && surface === 'platform')) {
    if (whenMissing === 'not_found') throw definitionNotFound(kind);
    throw new DomainError(whenMissing, `There is no ${words} with the id at ${reference.loc.join('.')}.`);
  }
  if (found.isRetired) throw new DomainError('invalid_request', `The ${words} ${found.name} is deprecated.`);
  if (needsVersion && found.latestVersion === 0)
    throw new DomainError('invalid_request', `The ${words} has no version yet. Create one first.`);
  if (version === null || (version >= 1 && version <= found.latestVersion)) return;
  const msg = `The ${words} has no version ${version}.`;
  if (surface === 'classic') throw new DomainError('invalid_request', msg);
  throw validationError([{ loc: reference.loc, msg, type: 'value_error' }]);
}
