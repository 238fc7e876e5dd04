import { Inject, Injectable } from '@nestjs/common';
import type { VendorNames } from '@svc/definitions/platform';
import { canonicalJson, type Clock, type JsonObject } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE } from '@svc/service-host';
import { DefinitionSecrets, type SecretChanges } from '../adapters/definition-secrets.js';
import { VersionBodies } from '../adapters/version-bodies.js';
import { changeableDefinition, type ExistingDefinition } from '../domain/definition/definition.js';
import { storableBody } from '../kinds/bodies.js';
import type { Action, KindFacts } from '../kinds/definition-kind.js';
import type { DefinitionRequest } from './definition-request.js';
import { Definitions } from './definitions.js';
import { MODEL_NAMES, type ModelNames } from './model-names.js';
import { VENDOR_NAMES } from './vendor-names.js';
import { checkName, refuseTakenName } from './name-rules.js';
import { requireLivingParent, requireOwnParent } from './living-parent.js';
import { ReferenceChecks } from './reference-checks.js';
import { checkSecrets } from './secret-rules.js';

export interface DefinitionChange {
  readonly id: string;
  /** Null: the kind has no parent. */
  readonly parentId: string | null;
  /** Null: unchanged. */
  readonly name: string | null;
  /** What changes of the body and the secrets as they are. @throws DomainError */
  readonly changes: (body: JsonObject, secretNames: ReadonlySet<string>) => ContentChange;
}

export interface ContentChange {
  /** The changed fields. */
  readonly body: JsonObject;
  /** Absent: none. */
  readonly secrets?: SecretChanges;
}

const noSecrets: SecretChanges = { set: {}, removed: [] };

/** Changes what a definition is beside its versions. */
@Injectable()
export class UpdateDefinition {
  constructor(
    private readonly definitions: Definitions,
    private readonly bodies: VersionBodies,
    private readonly secrets: DefinitionSecrets,
    private readonly references: ReferenceChecks,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(MODEL_NAMES) private readonly modelNames: ModelNames,
    @Inject(VENDOR_NAMES) private readonly vendorNames: VendorNames,
  ) {}

  /**
   * @throws DomainError `permission_denied`, `validation_failed`, `not_found`, `invalid_request` for what can't be changed or
   *   used, `conflict` when another living definition has the name.
   */
  async execute(request: DefinitionRequest, change: DefinitionChange): Promise<void> {
    request.access.require('update', change.id);
    await this.change(request, change, () => 'update');
  }

  /** The same for who may do something else. @param action what it is, given the body as it is */
  async change(
    request: DefinitionRequest,
    change: DefinitionChange,
    action: (body: JsonObject) => Action,
  ): Promise<void> {
    const { tenantId, kind, surface, declared, rules, by, metadata } = request;
    const { id } = change;
    if (change.name !== null) checkName(rules.name, change.name);
    const place = { tenantId, definitionId: id };
    await requireLivingParent(this.database, request, change.parentId);
    await this.definitions
      .of(kind)
      .change({ tenantId, id, metadata }, async ({ state }) => {
        const present = changeableDefinition(state, { kind, surface });
        requireOwnParent(declared, present, change.parentId);
        const before = await this.#bodyOf(request, present);
        request.access.require(action(before), id);
        const kept = declared.hasSecrets ? await this.secrets.namesOf(this.database, place) : [];
        const { body, secrets = noSecrets } = change.changes(before, new Set(kept));
        checkSecrets(declared, secrets);
        const changesSecrets = Object.keys(secrets.set).length + secrets.removed.length > 0;
        const drafted = rules.body({ ...before, ...body }, this.#facts(kept, secrets, before));
        const json = storableBody(drafted);
        const referencesIn = (stored: JsonObject) => rules.references?.(stored) ?? [];
        await this.references.verify(request, referencesIn(drafted.body), referencesIn(before));
        const { summary } = drafted;
        const draft = this.bodies.draft({ tenantId, category: kind, id }, json, canonicalJson(summary));
        await draft.keep();
        const content = { name: change.name ?? present.name, body: draft.body, summary };
        return {
          commands: [{ type: 'UpdateDefinition', kind, surface, by, changesSecrets, ...content }],
          alongside: this.secrets.fragments(place, secrets, this.clock.now()),
        };
      })
      .catch(refuseTakenName(kind, change.name));
  }

  async #bodyOf({ tenantId, kind }: DefinitionRequest, { definitionId, body }: ExistingDefinition) {
    const json = await this.bodies.read({ tenantId, category: kind, id: definitionId, body });
    return JSON.parse(json) as JsonObject;
  }

  #facts(kept: readonly string[], { set, removed }: SecretChanges, before: JsonObject): KindFacts {
    const givenSecrets = new Set(Object.keys(set));
    const secretNames = new Set([...kept.filter((name) => !removed.includes(name)), ...givenSecrets]);
    const { modelNames, vendorNames } = this;
    return { modelNames, vendorNames, secretNames, givenSecrets, before };
  }
}
