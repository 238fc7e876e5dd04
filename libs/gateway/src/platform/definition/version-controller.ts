import { Controller, Inject, type Type } from '@nestjs/common';
import type { StoredDefinitionVersion } from '@svc/contracts/agents';
import type { WorkspaceCaller } from '@svc/contracts/common';
import { DomainError } from '@svc/errors';
import type { Logger } from '@svc/telemetry';
import type { FastifyReply } from 'fastify';
import { type RouteInput, Serves } from '../../route/index.js';
import { DEFINITIONS, LOGGER, type DefinitionsClient } from '../../services.js';
import { fromPageInfo, toPage } from '../../wire/page.js';
import { of } from './definition-controller.js';
import type { DefinitionResource, DefinitionVersions } from './definition-resource.js';
import { storedBody, workspaceOf } from './definition-wire.js';
import { versionRoutes } from './version-routes.js';
import { warningsHeader, writtenWarnings } from './warnings-header.js';

/** The largest number that a version can have: 32 bits. */
const mostVersions = 2 ** 31 - 1;

/** Serves the three routes of a resource's versions: list, create and get. */
export function versionController(resource: DefinitionResource, versions: DefinitionVersions): Type {
  const { kind, idName } = resource;
  const routes = versionRoutes(resource, versions);
  const shownTo = (caller: WorkspaceCaller, version: StoredDefinitionVersion | undefined) => {
    if (!version) throw new TypeError(`the agents service answered no version of a ${kind}`);
    return versions.show(version, storedBody(version.bodyJson), workspaceOf(caller));
  };
  const idIn = (params: Readonly<Record<string, unknown>>) => String(params[idName]);

  @Controller()
  class VersionController {
    constructor(
      @Inject(DEFINITIONS) private readonly definitions: DefinitionsClient,
      @Inject(LOGGER) private readonly logger: Logger,
    ) {}

    @Serves(routes.list)
    async list({ caller, params, query }: RouteInput<typeof routes.list>) {
      const listed = await this.definitions.listDefinitionVersions({
        ...of(caller),
        kind,
        definitionId: idIn(params),
        versions: undefined,
        creators: [],
        isRetired: undefined,
        sortBy: query.sort_by,
        page: toPage(query),
      });
      const items = listed.versions.map((version) => shownTo(caller, version));
      return { items, ...fromPageInfo(listed.page, query) };
    }

    @Serves(routes.create)
    async create({ caller, params, body }: RouteInput<typeof routes.create>, reply: FastifyReply) {
      const definitionId = idIn(params);
      const { version, warnings } = await this.definitions.createDefinitionVersion({
        ...of(caller),
        kind,
        definitionId,
        expectedVersion: undefined,
        dryRun: false,
        bodyJson: JSON.stringify(body),
      });
      if (warnings.length > 0) {
        const written = writtenWarnings(warnings);
        void reply.header(warningsHeader, written);
        const { tenantId } = caller;
        this.logger.warn('a definition got a version with warnings', {
          tenantId,
          kind,
          definitionId,
          warnings: written,
        });
      }
      return shownTo(caller, version);
    }

    @Serves(routes.get)
    async get({ caller, params }: RouteInput<typeof routes.get>) {
      const version = params.version === 'latest' ? undefined : Number(params.version);
      if (version !== undefined && (version < 1 || version > mostVersions))
        throw new DomainError('not_found', `There is no version ${version}.`);
      const request = { ...of(caller), kind, definitionId: idIn(params), version, alsoDeleted: false };
      return shownTo(caller, (await this.definitions.findDefinitionVersion(request)).version);
    }
  }

  return VersionController;
}
