import { Injectable } from '@nestjs/common';
import type { JsonObject } from '@svc/kernel';
import {
  changedVariables,
  checkVariableChanges,
  type VariableChanges,
} from '../domain/tool/tool-variables.js';
import type { DefinitionRequest } from './definition-request.js';
import { UpdateDefinition } from './update-definition.js';

/** Changes the variables of a tool of an organization: secret ones are kept apart, encrypted. */
@Injectable()
export class ChangeToolVariables {
  constructor(private readonly update: UpdateDefinition) {}

  /**
   * @throws DomainError `permission_denied`, `not_found`, `conflict` for an inserted name that exists, `invalid_request` for one to
   *   update or delete that does not, `validation_failed`
   */
  async execute(request: DefinitionRequest, toolId: string, changes: VariableChanges): Promise<void> {
    checkVariableChanges(changes);
    await this.update.execute(request, {
      ...{ id: toolId, parentId: null, name: null },
      changes: (body, secretNames) => {
        const { plain, secrets } = changedVariables({ plain: plainOf(body), secretNames }, changes);
        return { body: { envvars: plain }, secrets };
      },
    });
  }
}

function plainOf({ envvars }: JsonObject): Readonly<Record<string, string>> {
  return (envvars ?? {}) as Readonly<Record<string, string>>;
}
