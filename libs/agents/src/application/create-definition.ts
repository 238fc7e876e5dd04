import { Inject, Injectable } from '@nestjs/common';
import type { VendorNames } from '@svc/definitions/platform';
import { DomainError } from '@svc/errors';
import { canonicalJson, type Clock, type IdGenerator, type JsonObject } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE, IDS } from '@svc/service-host';
import { DefinitionSecrets } from '../adapters/definition-secrets.js';
import { VersionBodies } from '../adapters/version-bodies.js';
import { storableBody } from '../kinds/bodies.js';
import { isUsed } from '../projections/definition-facts-query.js';
import type { DefinitionRequest } from './definition-request.js';
import { Definitions } from './definitions.js';
import { MODEL_NAMES, type ModelNames } from './model-names.js';
import { requireLivingParent } from './living-parent.js';
import { VENDOR_NAMES } from './vendor-names.js';
import { checkName, refuseTakenName } from './name-rules.js';
import { ReferenceChecks } from './reference-checks.js';
import { checkSecrets } from './secret-rules.js';

export interface NewDefinition {
  readonly name: string;
  /** Null: the kind has no parent. */
  readonly parentId: string | null;
  readonly body: JsonObject;
  /** By name. */
  readonly secrets: Readonly<Record<string, string>>;
}

@Injectable()
export class CreateDefinition {
  constructor(
    private readonly definitions: Definitions,
    private readonly bodies: VersionBodies,
    private readonly secrets: DefinitionSecrets,
    private readonly references: ReferenceChecks,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: IdGenerator,
    @Inject(MODEL_NAMES) private readonly modelNames: ModelNames,
    @Inject(VENDOR_NAMES) private readonly vendorNames: VendorNames,
  ) {}

  /**
   * @returns the id of the new definition.
   * @throws DomainError `permission_denied`, `validation_failed`, `not_found` for the parent or what the body names,
   *   `invalid_request` for what of it can't be used, `conflict` when a living definition has the name.
   */
  async execute(request: DefinitionRequest, given: NewDefinition): Promise<string> {
    const { tenantId, kind, declared, rules, surface, by, metadata } = request;
    const { name, parentId, secrets } = given;
    request.access.require('create', null);
    await requireLivingParent(this.database, request, parentId);
    checkName(rules.name, name);
    checkSecrets(declared, { set: secrets, removed: [] });
    const secretNames = new Set(Object.keys(secrets));
    const drafted = rules.body(given.body, {
      modelNames: this.modelNames,
      vendorNames: this.vendorNames,
      secretNames,
      givenSecrets: secretNames,
      before: null,
    });
    const json = storableBody(drafted);
    for (const other of rules.takenBy ?? []) {
      if (await isUsed(this.database, tenantId, other, { id: parentId ?? '', name }))
        throw new DomainError(other.code, other.message);
    }
    await this.references.verify(request, rules.references?.(drafted.body) ?? [], []);
    const id = this.ids.resourceId(tenantId);
    const { summary } = drafted;
    const draft = this.bodies.draft({ tenantId, category: kind, id }, json, canonicalJson(summary));
    await draft.keep();
    const content = { name, body: draft.body, summary };
    await this.definitions
      .of(kind)
      .create(
        { tenantId, id, metadata },
        {
          commands: [{ type: 'CreateDefinition', kind, surface, by, definitionId: id, parentId, ...content }],
          alongside: this.secrets.fragments(
            { tenantId, definitionId: id },
            { set: secrets, removed: [] },
            this.clock.now(),
          ),
        },
      )
      .catch(refuseTakenName(kind, name));
    return id;
  }
}
