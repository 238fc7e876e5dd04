import { Inject, Injectable } from '@nestjs/common';
import type { VendorNames } from '@svc/definitions/platform';
import { canonicalJson, type IdGenerator, type JsonObject } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { DATABASE, IDS } from '@svc/service-host';
import { DefinitionSecrets } from '../adapters/definition-secrets.js';
import { VersionBodies } from '../adapters/version-bodies.js';
import { laterBody } from '../adapters/earlier-bodies.js';
import { createdVersions } from '../domain/definition/created-versions.js';
import {
  changeableDefinition,
  definitionNotFound,
  type ExistingDefinition,
} from '../domain/definition/definition.js';
import { nextVersionNumber } from '../domain/version-number.js';
import { storableBody } from '../kinds/bodies.js';
import type { PreviousVersion } from '../kinds/definition-kind.js';
import { knownTools } from '../projections/definition-facts-query.js';
import type { ListedVersion } from '../projections/definition-version-query.js';
import type { DefinitionRequest } from './definition-request.js';
import { Definitions } from './definitions.js';
import { VENDOR_NAMES } from './vendor-names.js';
import { ReferenceChecks } from './reference-checks.js';
import { ReferencedGraphs } from './referenced-graphs.js';

export interface NewVersion {
  readonly id: string;
  /** Null: the next number, whichever it is. */
  readonly expectedVersion: number | null;
  /** Check everything, create nothing. */
  readonly isDryRun: boolean;
  readonly body: JsonObject;
}

/** A version with its body. */
export interface ShownVersion extends Omit<ListedVersion, 'bodyAddress' | 'bodyJson' | 'kind'> {
  readonly body: JsonObject;
}

export interface CreatedVersion {
  /** Null on a dry run. */
  readonly version: ShownVersion | null;
  readonly warnings: readonly string[];
}

@Injectable()
export class CreateDefinitionVersion {
  constructor(
    private readonly definitions: Definitions,
    private readonly bodies: VersionBodies,
    private readonly references: ReferenceChecks,
    private readonly secrets: DefinitionSecrets,
    private readonly graphs: ReferencedGraphs,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(IDS) private readonly ids: IdGenerator,
    @Inject(VENDOR_NAMES) private readonly vendorNames: VendorNames,
  ) {}

  /**
   * @throws DomainError `permission_denied`, `not_found`, `conflict` when another number is next, `validation_failed` and
   *   `invalid_request` for the body and what it names.
   */
  async execute(request: DefinitionRequest, given: NewVersion): Promise<CreatedVersion> {
    const { tenantId, kind, surface, rules, by, metadata } = request;
    const { id, expectedVersion, isDryRun } = given;
    request.access.require(['firstVersion', 'nextVersion'], id);
    const { versions } = rules;
    if (versions === undefined) throw definitionNotFound(kind);
    const facts = {
      allowsEphemeral: request.allowsEphemeral,
      vendorNames: this.vendorNames,
      hasSecrets: await this.#hasSecrets(request, id),
    };
    const versionId = this.ids.resourceId(tenantId);
    let drafted: ReturnType<typeof versions.body> | undefined;
    const { events } = await this.definitions
      .of(kind)
      .change({ tenantId, id, metadata }, async ({ state }) => {
        // Before anything is read or stored for a version that would be refused.
        const definition = changeableDefinition(state, request);
        request.access.require(definition.latestVersion === 0 ? 'firstVersion' : 'nextVersion', id);
        nextVersionNumber(definition.latestVersion, expectedVersion);
        drafted = versions.body(given.body, await this.#previous(request, definition), facts);
        const { summary, label = null } = drafted;
        const json = storableBody(drafted);
        await this.references.verify(request, drafted.references, []);
        // A graph with which no conversation could begin is not stored.
        if (versions.leadsToGraphs) await this.graphs.readAll(tenantId, json);
        if (isDryRun) return { commands: [] };
        const draft = this.bodies.draft({ tenantId, category: kind, id }, json, canonicalJson(summary));
        await draft.keep();
        const content = { versionId, label, body: draft.body, summary };
        return { type: 'CreateVersion', kind, surface, by, expectedVersion, ...content };
      });
    const [created] = createdVersions(events);
    if (!drafted) throw new Error('no version came about');
    const { body, toolIds = [], warnings: warn } = drafted;
    const known = await knownTools(this.database, tenantId, toolIds);
    const warnings = warn?.((toolId) => known.has(toolId)) ?? [];
    return { version: created ? { ...created, body, isRetired: false } : null, warnings };
  }

  async #hasSecrets({ tenantId, declared }: DefinitionRequest, definitionId: string): Promise<boolean> {
    if (declared.hasSecrets !== true) return false;
    return (await this.secrets.namesOf(this.database, { tenantId, definitionId })).length > 0;
  }

  async #previous(
    { tenantId, kind }: DefinitionRequest,
    { definitionId, latest }: ExistingDefinition,
  ): Promise<PreviousVersion | null> {
    if (latest === null) return null;
    const json = await this.bodies.read({ tenantId, category: kind, id: definitionId, body: latest.body });
    return { body: laterBody(kind, json), label: latest.label };
  }
}
