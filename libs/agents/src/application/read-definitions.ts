import { Inject, Injectable } from '@nestjs/common';
import type { JsonObject } from '@svc/kernel';
import { boundedPageOf, type Database, type Sort, type TagFilter } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import { VersionBodies } from '../adapters/version-bodies.js';
import { definitionNotFound } from '../domain/definition/definition.js';
import { definitionFacts } from '../projections/definition-facts-query.js';
import {
  definitionPage,
  findDefinition,
  tagValues,
  type DefinitionPageRow,
  type DefinitionQuery,
  type ListedDefinition,
} from '../projections/definition-list-query.js';
import type { DefinitionRequest } from './definition-request.js';
import { requireLivingParent } from './living-parent.js';

/** A definition with its body, wherever that is. */
export interface ShownDefinition extends ListedDefinition {
  readonly body: JsonObject;
  /** Names of the definitions that the body refers to, by their ids: of a workspace's services. */
  readonly referenceNames: Readonly<Record<string, string>>;
}

export type RequestedDefinitions = Pick<
  DefinitionQuery,
  'parentId' | 'definitionIds' | 'search' | 'isRetired' | 'filters' | 'limit' | 'offset'
> & { readonly tags: readonly TagFilter[]; readonly sortBy: readonly Sort<string>[] };

export interface DefinitionPage {
  readonly definitions: readonly ShownDefinition[];
  readonly hasMore: boolean;
  /** As `key:value` or `key:`, sorted; only with the first page of a kind with tags. */
  readonly tagValues: readonly string[] | null;
}

/** Reads definitions of any kind. */
@Injectable()
export class ReadDefinitions {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly bodies: VersionBodies,
  ) {}

  /** @throws DomainError `permission_denied`, `not_found` */
  async find(request: DefinitionRequest, id: string, parentId: string | null): Promise<ShownDefinition> {
    request.access.require('view', id);
    await requireLivingParent(this.database, request, parentId);
    return this.show(request, id, parentId);
  }

  /** For those who may see it. @throws DomainError `not_found` */
  async show(request: DefinitionRequest, id: string, parentId: string | null): Promise<ShownDefinition> {
    const found = await findDefinition(this.database, request, id, parentId);
    if (!found) throw definitionNotFound(request.kind);
    const [shown] = await this.#shown(request, [found]);
    if (!shown) throw definitionNotFound(request.kind);
    return shown;
  }

  /** One page in the requested order. @throws DomainError `not_found` for the parent; `permission_denied` in a workspace */
  async list(request: DefinitionRequest, requested: RequestedDefinitions): Promise<DefinitionPage> {
    const query = { ...request, ...requested, visible: request.access.visible() };
    await requireLivingParent(this.database, request, requested.parentId);
    const wantsTags = request.rules.hasTags === true && requested.offset === 0;
    const [{ rows }, tags] = await Promise.all([
      this.database.query<DefinitionPageRow>(definitionPage(query)),
      wantsTags ? tagValues(this.database, query) : null,
    ]);
    const { rows: listed, hasMore } = boundedPageOf(rows, requested);
    return {
      definitions: await this.#shown(request, listed),
      hasMore,
      tagValues: tags && tags.map(({ key, value }) => `${key}:${value ?? ''}`).toSorted(),
    };
  }

  async #shown(
    { tenantId, kind, surface }: DefinitionRequest,
    listed: readonly ListedDefinition[],
  ): Promise<readonly ShownDefinition[]> {
    const kept = listed.map(({ definitionId: id, bodyAddress: address, bodyJson: inlineJson }) => ({
      ...{ tenantId, category: kind, id },
      body: { address, inlineJson },
    }));
    const texts = await this.bodies.readAll(kept);
    const bodies = texts.map((text) => JSON.parse(text) as JsonObject);
    const partsOf = ({ agent_id: agent, context_graph_id: graph }: JsonObject) => [agent, graph] as string[];
    const isNaming = kind === 'service' && surface === 'platform';
    const facts = await definitionFacts(this.database, tenantId, isNaming ? bodies.flatMap(partsOf) : []);
    const namesOf = (body: JsonObject) =>
      isNaming ? partsOf(body).flatMap((id) => [[id, facts.get(id)?.name ?? ''] as const]) : [];
    return listed.map((row, index) => {
      const body = bodies[index] ?? {};
      return { ...row, body, referenceNames: Object.fromEntries(namesOf(body)) };
    });
  }
}
