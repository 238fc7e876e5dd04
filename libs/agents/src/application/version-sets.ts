import { Injectable } from '@nestjs/common';
import { DomainError, FieldChecks, validationError } from '@svc/errors';
import type { JsonObject } from '@svc/kernel';
import { edgeVersionSet, releaseVersionSet, serviceParts } from '../domain/service/service-body.js';
import type { Action } from '../kinds/definition-kind.js';
import type { DefinitionRequest } from './definition-request.js';
import { UpdateDefinition } from './update-definition.js';

const versionSetName = /^[A-Za-z0-9_-]{1,40}$/;
const versionSetRule = 'must hold 1 to 40 letters, digits, hyphens and underscores';
/** A list shows all sets of each service. */
const maxVersionSets = 20;

export interface NewVersionSet {
  readonly serviceId: string;
  readonly name: string;
  readonly versionSet: JsonObject;
}

/** The version sets of services: parts of their bodies that are put and deleted one by one. */
@Injectable()
export class VersionSets {
  constructor(private readonly definitions: UpdateDefinition) {}

  /**
   * @throws DomainError `not_found`, `permission_denied`, `validation_failed`, `invalid_request` when the set is `edge` of an
   *   organization, or names a version that is not of this service's agent or graph.
   */
  async put(request: DefinitionRequest, { serviceId, name, versionSet }: NewVersionSet): Promise<void> {
    checkName(request, name);
    request.access.require(['newVersionSet', 'changeVersionSet'], serviceId);
    const changes = (body: JsonObject): JsonObject => {
      refuseFixed(request, name, [edgeVersionSet]);
      const { version_sets: sets } = serviceParts(body);
      if (!Object.hasOwn(sets, name) && Object.keys(sets).length >= maxVersionSets) {
        const msg = `a service holds at most ${maxVersionSets} version sets, with ${edgeVersionSet} and ${releaseVersionSet}`;
        throw validationError([{ loc: placeOfName(request), msg, type: 'too_long' }]);
      }
      return { version_sets: { ...(sets as JsonObject), [name]: versionSet } };
    };
    await this.#change(request, serviceId, changes, (body) =>
      Object.hasOwn(serviceParts(body).version_sets, name) ? 'changeVersionSet' : 'newVersionSet',
    ).catch(atVersionSet(name));
  }

  /** @throws DomainError `not_found`, `permission_denied`, `validation_failed`, `invalid_request` for `edge` and `release`. */
  async delete(request: DefinitionRequest, serviceId: string, name: string): Promise<void> {
    checkName(request, name);
    request.access.require('deleteVersionSet', serviceId);
    const changes = (body: JsonObject): JsonObject => {
      refuseFixed(request, name, [edgeVersionSet, releaseVersionSet]);
      const { [name]: deleted, ...others } = serviceParts(body).version_sets as JsonObject;
      if (deleted === undefined)
        throw new DomainError('not_found', 'The service has no version set of this name.');
      return { version_sets: others };
    };
    await this.#change(request, serviceId, changes, () => 'deleteVersionSet');
  }

  #change(
    request: DefinitionRequest,
    id: string,
    changes: (body: JsonObject) => JsonObject,
    action: (body: JsonObject) => Action,
  ): Promise<void> {
    const change = {
      id,
      parentId: null,
      name: null,
      changes: (body: JsonObject) => ({ body: changes(body) }),
    };
    return this.definitions.change(request, change, action);
  }
}

export function isVersionSetName(name: string): boolean {
  return versionSetName.test(name);
}

/** @throws DomainError `validation_failed`. */
function checkName(request: DefinitionRequest, name: string): void {
  new FieldChecks().pattern(placeOfName(request), name, versionSetName, versionSetRule).verify();
}

/** As the paths of the two surfaces call it. */
function placeOfName({ surface }: DefinitionRequest): string[] {
  return ['path', surface === 'platform' ? 'name' : 'version_set_name'];
}

/** @throws DomainError `invalid_request` in an organization */
function refuseFixed({ surface }: DefinitionRequest, name: string, fixed: readonly string[]): void {
  if (surface === 'platform' || !fixed.includes(name)) return;
  const rule = name === edgeVersionSet ? 'always means the latest versions' : 'is one that every service has';
  throw new DomainError('invalid_request', `The version set "${name}" ${rule}.`);
}

/** For `catch`: faults of the set, where its request has it. */
function atVersionSet(name: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof DomainError) || error.fields.length === 0) throw error;
    throw validationError(
      error.fields.map(({ loc, ...fault }) => {
        const isInSet = loc[1] === 'version_sets' && loc[2] === name;
        return { ...fault, loc: isInSet ? ['body', 'version_set', ...loc.slice(3)] : loc };
      }),
    );
  };
}
