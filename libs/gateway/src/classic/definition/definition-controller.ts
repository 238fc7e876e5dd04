import { Controller, Inject, type Type } from '@nestjs/common';
import type { Caller } from '@svc/contracts/common';
import { type RouteInput, Serves } from '../../route/index.js';
import { DEFINITIONS, type DefinitionsClient } from '../../services.js';
import { fromPageInfo, toPage } from '../../wire/page.js';
import { toWireTime } from '../../wire/times.js';
import type { DefinitionResource } from './definition-resource.js';
import { definitionRoutes } from './definition-routes.js';

/** Serves the five routes of a resource. */
export function definitionController(resource: DefinitionResource): Type {
  const { kind, idName, keys, version } = resource;
  const routes = definitionRoutes(resource);
  const idIn = (params: Readonly<Record<string, unknown>>) => String(params[idName]);
  const orgIn = (params: Readonly<Record<string, unknown>>) => String(params['org']);

  @Controller()
  class DefinitionController {
    constructor(@Inject(DEFINITIONS) private readonly definitions: DefinitionsClient) {}

    @Serves(routes.create)
    async create({ caller, body }: RouteInput<typeof routes.create>) {
      const { definition } = await this.definitions.createDefinition({
        ...of(caller),
        kind,
        parentId: undefined,
        name: String(body[keys.name]),
        bodyJson: '{}',
        secrets: {},
      });
      return { id: definition?.definitionId ?? '' };
    }

    @Serves(routes.list)
    async list({ caller, query }: RouteInput<typeof routes.list>) {
      const { definitions, page } = await this.definitions.listDefinitions({
        ...of(caller),
        kind,
        parentId: undefined,
        definitionIds: query.id,
        search: undefined,
        isRetired: query.deprecated,
        filtersJson: '{}',
        tags: [],
        sortBy: [],
        page: toPage(query),
      });
      const listed = definitions.map(({ definitionId, name, isRetired, latestVersion }) => ({
        id: definitionId,
        name,
        deprecated: isRetired,
        latest_version: latestVersion || null,
      }));
      return { [keys.list]: listed, ...fromPageInfo(page, query) };
    }

    @Serves(routes.createVersion)
    async createVersion({ caller, params, query, body }: RouteInput<typeof routes.createVersion>) {
      const { version: created } = await this.definitions.createDefinitionVersion({
        ...of(caller),
        kind,
        definitionId: idIn(params),
        expectedVersion: query.version,
        dryRun: (query as { readonly dry_run?: boolean }).dry_run ?? false,
        bodyJson: JSON.stringify(body),
      });
      if (!created) return null;
      return {
        id: created.versionId,
        version: created.version,
        created_at: toWireTime(created.createdAtMs),
      };
    }

    @Serves(routes.delete)
    async delete({ caller, params }: RouteInput<typeof routes.delete>) {
      const request = { ...of(caller), kind, definitionId: idIn(params), parentId: undefined };
      await this.definitions.retireDefinition(request);
      return {};
    }

    @Serves(routes.listVersions)
    async listVersions({ caller, params, query }: RouteInput<typeof routes.listVersions>) {
      const { versions, page } = await this.definitions.listDefinitionVersions({
        ...of(caller),
        kind,
        definitionId: idIn(params),
        versions: query.version,
        creators: [],
        isRetired: undefined,
        sortBy: query.sort_by,
        page: toPage(query),
      });
      const listed = versions.map((one) =>
        version.show(one, JSON.parse(one.bodyJson) as never, orgIn(params)),
      );
      return { [keys.versions]: listed, ...fromPageInfo(page, query) };
    }
  }

  return DefinitionController;
}

/** The caller of a request about definitions, which come from workspaces too. */
export function of(caller: Caller) {
  return { caller, workspaceCaller: undefined };
}
