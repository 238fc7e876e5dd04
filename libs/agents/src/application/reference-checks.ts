import { Inject, Injectable } from '@nestjs/common';
import { DomainError, validationError } from '@svc/errors';
import { isResourceId, isSameData, type TenantId } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import { VersionBodies } from '../adapters/version-bodies.js';
import { definitionNotFound, wordsOf } from '../domain/definition/definition.js';
import type { Surface } from '../domain/surface.js';
import { versionSpecifier } from '../domain/tool/version-specifier.js';
import type { Reference } from '../kinds/definition-kind.js';
import { definitionFacts, type DefinitionFacts } from '../projections/definition-facts-query.js';
import { toolVersions } from '../projections/tool-queries.js';
import { versionBodies } from '../projections/definition-version-query.js';

interface ReferencePlace {
  readonly tenantId: TenantId;
  readonly surface: Surface;
}

/** Whether what bodies name is there. */
@Injectable()
export class ReferenceChecks {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly bodies: VersionBodies,
  ) {}

  /**
   * What a body names has to be there and alive. What the body before it named already is not asked for again: versions of
   * retired definitions run on.
   * @throws DomainError `not_found`, `invalid_request`; for a version that a workspace lacks `validation_failed`
   */
  async verify(
    { tenantId, surface }: ReferencePlace,
    references: readonly Reference[],
    earlier: readonly Reference[],
  ): Promise<void> {
    const added = references.filter((one) => !earlier.some((other) => isSameData(one, other)));
    const ids = added.map(({ id }) => id).filter((id) => isResourceId(tenantId, id));
    const facts = await definitionFacts(this.database, tenantId, ids);
    for (const reference of added) {
      const found = facts.get(reference.id);
      check(reference, found?.kind === reference.kind ? found : undefined, surface);
    }
    await this.#verifyStates(tenantId, added);
    await this.#verifyConstraints(tenantId, added);
  }

  /** @throws DomainError `invalid_request`: a constraint that no version meets, so that no turn could call the tool */
  async #verifyConstraints(tenantId: TenantId, references: readonly Reference[]): Promise<void> {
    const constrained = references.filter(({ versionConstraint }) => versionConstraint !== undefined);
    if (constrained.length === 0) return;
    const ids = [...new Set(constrained.map(({ id }) => id))];
    const usable = (await toolVersions(this.database, tenantId, ids)).filter(({ isRetired }) => !isRetired);
    const known = new Set<string>();
    for (const { id, versionConstraint = '', loc } of constrained) {
      const key = `${id} ${versionConstraint}`;
      if (known.has(key)) continue;
      known.add(key);
      const isAllowed = versionSpecifier(versionConstraint);
      if (usable.some((version) => version.id === id && isAllowed?.(version.label) === true)) continue;
      const msg = `No version of the tool at ${loc.join('.')} meets the constraint "${versionConstraint}".`;
      throw new DomainError('invalid_request', msg);
    }
  }

  /** @throws DomainError `invalid_request`: a state that the version does not have */
  async #verifyStates(tenantId: TenantId, references: readonly Reference[]): Promise<void> {
    const entering = references.filter(({ state, version }) => state !== undefined && version !== null);
    const stored = await versionBodies(this.database, tenantId, entering);
    const texts = await this.bodies.readAll(
      stored.map(({ id, kind, body }) => ({ tenantId, category: kind, id, body })),
    );
    const statesOf = new Map(
      stored.map(({ id, version }, index) => [`${id}/${version}`, stateNames(texts[index] ?? '')]),
    );
    for (const { id, version, state = '', loc } of entering) {
      if (statesOf.get(`${id}/${version}`)?.has(state)) continue;
      const msg = `Version ${version} of the context graph at ${loc.join('.')} has no state "${state}".`;
      throw new DomainError('invalid_request', msg);
    }
  }
}

function stateNames(json: string): ReadonlySet<string> {
  const { states } = JSON.parse(json) as { readonly states: readonly { readonly name: string }[] };
  return new Set(states.map(({ name }) => name));
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
