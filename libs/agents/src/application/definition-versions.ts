import { Inject, Injectable } from '@nestjs/common';
import { DomainError, validationError } from '@svc/errors';
import { boundedPageOf, type Database } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import { laterBody } from '../adapters/earlier-bodies.js';
import { VersionBodies } from '../adapters/version-bodies.js';
import type { Author } from '../domain/author.js';
import { definitionNotFound, wordsOf } from '../domain/definition/definition.js';
import { versionRange } from '../domain/version-range.js';
import { definitionFacts } from '../projections/definition-facts-query.js';
import { findDefinition } from '../projections/definition-list-query.js';
import {
  versionCreators,
  versionLabels,
  versionPage,
  type VersionPageRow,
  type VersionQuery,
  type WantedVersions,
} from '../projections/definition-version-query.js';
import type { ShownVersion } from './create-definition-version.js';
import type { DefinitionRequest } from './definition-request.js';
import { Definitions } from './definitions.js';

export interface RequestedVersions extends Pick<
  VersionQuery,
  'isRetired' | 'creators' | 'sortBy' | 'limit' | 'offset'
> {
  readonly id: string;
  /** `3`, `latest`, `2-5`, `1-latest`, or the kind's own specifier; null: all. */
  readonly versions: string | null;
}

export interface VersionPage {
  readonly versions: readonly ShownVersion[];
  readonly hasMore: boolean;
  /** Of all its versions; only with the first page. */
  readonly creators: readonly Author[] | null;
}

/** Reads and retires versions of definitions of any kind. */
@Injectable()
export class DefinitionVersions {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly bodies: VersionBodies,
    private readonly definitions: Definitions,
  ) {}

  /**
   * @param version null: the latest
   * @param alsoDeleted what a service of a workspace runs on may be deleted
   * @throws DomainError `permission_denied`, `not_found`
   */
  async find(
    request: DefinitionRequest,
    id: string,
    version: number | null,
    alsoDeleted = false,
  ): Promise<ShownVersion> {
    const latest = await this.#latestOf(request, id, alsoDeleted);
    const number = version ?? latest;
    const { versions } = await this.#page(request, {
      ...{ definitionId: id, wanted: { from: number, to: number }, isRetired: null },
      ...{ creators: [], sortBy: [], limit: 1, offset: 0 },
    });
    const [found] = versions;
    if (!found)
      throw new DomainError('not_found', `There is no such version of the ${wordsOf(request.kind)}.`);
    return found;
  }

  /** One page in the requested order. @throws DomainError `permission_denied`, `not_found`, `validation_failed` */
  async list(request: DefinitionRequest, requested: RequestedVersions): Promise<VersionPage> {
    const { id, versions, ...rest } = requested;
    const latest = await this.#latestOf(request, id);
    const wanted = versions === null ? null : await this.#wanted(request, id, versions, latest);
    const [page, creators] = await Promise.all([
      this.#page(request, { ...rest, definitionId: id, wanted }),
      rest.offset === 0 ? versionCreators(this.database, request.tenantId, id) : null,
    ]);
    return { ...page, creators };
  }

  /** @throws DomainError `permission_denied`, `not_found` when no version is named, `validation_failed` */
  async retire(request: DefinitionRequest, id: string, specifier: string): Promise<void> {
    const { tenantId, kind, surface, by, rules, metadata } = request;
    request.access.require('retire', id);
    const { select } = rules.versions ?? {};
    if (select === undefined) throw definitionNotFound(kind);
    const versions = select(specifier, await versionLabels(this.database, tenantId, id));
    await this.definitions.of(kind).change({ tenantId, id, metadata }, () => {
      return { type: 'RetireVersions', kind, surface, by, versions };
    });
    if (versions.length === 0)
      throw new DomainError('not_found', `There is no such version of the ${wordsOf(kind)}.`);
  }

  async #latestOf(request: DefinitionRequest, id: string, alsoDeleted = false): Promise<number> {
    request.access.require('view', id);
    const found = alsoDeleted
      ? await this.#deletedOrNot(request, id)
      : await findDefinition(this.database, request, id, null);
    if (!found || request.rules.versions === undefined) throw definitionNotFound(request.kind);
    return found.latestVersion;
  }

  async #deletedOrNot({ tenantId, kind }: DefinitionRequest, id: string) {
    const found = (await definitionFacts(this.database, tenantId, [id])).get(id);
    return found?.kind === kind ? found : undefined;
  }

  async #wanted(
    { tenantId, rules }: DefinitionRequest,
    id: string,
    text: string,
    latest: number,
  ): Promise<WantedVersions> {
    const { select } = rules.versions ?? {};
    if (select) return { among: select(text, await versionLabels(this.database, tenantId, id)) };
    const range = versionRange(text, latest);
    if (range !== null) return range;
    const msg = 'must be a number, latest or a range of them, such as 2-5 or 1-latest';
    throw validationError([{ loc: ['query', 'version'], msg, type: 'value_error' }]);
  }

  async #page(
    request: DefinitionRequest,
    wanted: Omit<VersionQuery, 'tenantId' | 'surface'>,
  ): Promise<Omit<VersionPage, 'creators'>> {
    const { tenantId, kind, surface } = request;
    const found = await this.database.query<VersionPageRow>(versionPage({ ...wanted, tenantId, surface }));
    const { rows, hasMore } = boundedPageOf(found.rows, wanted);
    const texts = await this.bodies.readAll(
      rows.map(({ definitionId: id, bodyAddress: address, bodyJson: inlineJson }) => ({
        ...{ tenantId, category: kind, id },
        body: { address, inlineJson },
      })),
    );
    const versions = rows.map((row, index) => ({ ...row, body: laterBody(kind, texts[index] ?? '{}') }));
    return { versions, hasMore };
  }
}
