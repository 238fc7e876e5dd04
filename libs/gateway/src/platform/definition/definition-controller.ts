import { Controller, Inject, type Type } from '@nestjs/common';
import type { StoredDefinition } from '@svc/contracts/agents';
import type { WorkspaceCaller } from '@svc/contracts/common';
import { DomainError } from '@svc/errors';
import { type RouteInput, Serves } from '../../route/index.js';
import { DEFINITIONS, type DefinitionsClient } from '../../services.js';
import { fromPageInfo, toPage } from '../../wire/page.js';
import { required } from '../../wire/required.js';
import type { DefinitionResource } from './definition-resource.js';
import { definitionRoutes, takenNameCode, type TakenNameCode } from './definition-routes.js';
import { namedBody, storedBody, workspaceOf } from './definition-wire.js';

/** Serves the five routes of a resource: list, create, get, update and delete. */
export function definitionController(resource: DefinitionResource): Type {
  const { kind, idName, nameKey, filters = {}, show } = resource;
  const tellOfTaken = (error: unknown): never => tellOfTakenName(error, takenNameCode(resource));
  const routes = definitionRoutes(resource);
  const shownTo = (caller: WorkspaceCaller, answered: StoredDefinition | undefined) => {
    const definition = required(answered);
    return show(definition, storedBody(definition.bodyJson), workspaceOf(caller));
  };

  @Controller()
  class DefinitionController {
    constructor(@Inject(DEFINITIONS) private readonly definitions: DefinitionsClient) {}

    @Serves(routes.list)
    async list({ caller, query }: RouteInput<typeof routes.list>) {
      const given = query as Readonly<Record<string, unknown>>;
      const chosen = Object.keys(filters).filter((name) => given[name] !== undefined);
      const { definitions, page } = await this.definitions.listDefinitions({
        ...of(caller),
        kind,
        parentId: undefined,
        definitionIds: [],
        search: query.search,
        isRetired: undefined,
        filtersJson: JSON.stringify(Object.fromEntries(chosen.map((name) => [name, given[name]]))),
        tags: [],
        sortBy: query.sort_by,
        page: toPage(query),
      });
      const items = definitions.map((definition) => shownTo(caller, definition));
      return { items, ...fromPageInfo(page, query) };
    }

    @Serves(routes.create)
    async create({ caller, body }: RouteInput<typeof routes.create>) {
      const { name = '', bodyJson } = namedBody(body, nameKey);
      const request = { ...of(caller), kind, parentId: undefined, name, bodyJson, secrets: {} };
      const { definition } = await this.definitions.createDefinition(request).catch(tellOfTaken);
      return shownTo(caller, definition);
    }

    @Serves(routes.get)
    async get({ caller, params }: RouteInput<typeof routes.get>) {
      const request = { ...of(caller), kind, definitionId: idIn(params), parentId: undefined };
      return shownTo(caller, (await this.definitions.findDefinition(request)).definition);
    }

    @Serves(routes.update)
    async update({ caller, params, body }: RouteInput<typeof routes.update>) {
      const { definition } = await this.definitions
        .updateDefinition({
          ...of(caller),
          kind,
          definitionId: idIn(params),
          parentId: undefined,
          ...namedBody(body, nameKey, { isUpdate: true }),
          secrets: {},
          removedSecrets: [],
        })
        .catch(tellOfTaken);
      return shownTo(caller, definition);
    }

    @Serves(routes.delete)
    async delete({ caller, params }: RouteInput<typeof routes.delete>) {
      const request = { ...of(caller), kind, definitionId: idIn(params), parentId: undefined };
      await this.definitions.retireDefinition(request);
    }
  }

  const idIn = (params: Readonly<Record<string, unknown>>) => String(params[idName]);
  return DefinitionController;
}

/** The caller of a request about definitions, which come from organizations too. */
export function of(workspaceCaller: WorkspaceCaller) {
  return { caller: undefined, workspaceCaller };
}

/** The Platform has words of its own for the conflict that creating and changing can have. */
export function tellOfTakenName(error: unknown, code: TakenNameCode = 'name_conflict'): never {
  if (error instanceof DomainError && error.code === 'conflict')
    throw new DomainError(code, error.message, { cause: error });
  throw error;
}
