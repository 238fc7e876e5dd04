import type { CreateDefinitionVersionResponse, StoredDefinition } from '@svc/contracts/agents';
import type { Caller, WorkspaceCaller } from '@svc/contracts/common';
import type { AgentsServer } from './agents-server.js';

export type Who = Caller | WorkspaceCaller;

/** The fields of a request that say who sends it. */
export function callerFields(who: Who) {
  return 'credentialId' in who
    ? { caller: undefined, workspaceCaller: who }
    : { caller: who, workspaceCaller: undefined };
}

export interface VersionOptions {
  readonly expectedVersion?: number;
  readonly dryRun?: boolean;
}

/** What one caller does with definitions. */
export function definitionsOf({ definitions }: Pick<AgentsServer, 'definitions'>, who: Who) {
  const by = callerFields(who);
  const found = ({ definition }: { readonly definition?: StoredDefinition | undefined }) => definition!;
  return {
    create: async (
      kind: string,
      name: string,
      body: object = {},
      {
        parentId,
        secrets = {},
      }: { readonly parentId?: string; readonly secrets?: Record<string, string> } = {},
    ) =>
      found(
        await definitions.createDefinition({
          ...{ ...by, kind, name, parentId, secrets },
          bodyJson: JSON.stringify(body),
        }),
      ),
    update: async (
      kind: string,
      definitionId: string,
      {
        parentId,
        name,
        secrets = {},
        removedSecrets = [],
        ...body
      }: Record<string, unknown> & {
        readonly parentId?: string;
        readonly name?: string;
        readonly secrets?: Record<string, string>;
        readonly removedSecrets?: string[];
      },
    ) =>
      found(
        await definitions.updateDefinition({
          ...{ ...by, kind, definitionId, parentId, name, secrets, removedSecrets },
          bodyJson: JSON.stringify(body),
        }),
      ),
    retire: (kind: string, definitionId: string, parentId?: string) =>
      definitions.retireDefinition({ ...by, kind, definitionId, parentId }),
    find: async (kind: string, definitionId: string, parentId?: string) =>
      found(await definitions.findDefinition({ ...by, kind, definitionId, parentId })),
    list: (kind: string, changes: object = {}) =>
      definitions.listDefinitions({
        ...{ ...by, kind, definitionIds: [], filtersJson: '', tags: [], sortBy: [] },
        page: { limit: 100, offset: 0 },
        ...changes,
      }),
    version: (
      kind: string,
      definitionId: string,
      body: object,
      { expectedVersion, dryRun = false }: VersionOptions = {},
    ): Promise<CreateDefinitionVersionResponse> =>
      definitions.createDefinitionVersion({
        ...{ ...by, kind, definitionId, expectedVersion, dryRun },
        bodyJson: JSON.stringify(body),
      }),
    findVersion: async (kind: string, definitionId: string, version?: number, alsoDeleted = false) =>
      (await definitions.findDefinitionVersion({ ...by, kind, definitionId, version, alsoDeleted })).version!,
    listVersions: (kind: string, definitionId: string, changes: object = {}) =>
      definitions.listDefinitionVersions({
        ...{ ...by, kind, definitionId, creators: [], sortBy: [] },
        page: { limit: 100, offset: 0 },
        ...changes,
      }),
    retireVersions: (kind: string, definitionId: string, versions: string) =>
      definitions.retireDefinitionVersions({ ...by, kind, definitionId, versions }),
    references: (definitionId: string) =>
      definitions.listToolReferences({ ...by, kind: 'skill', definitionId }),
    putSet: (serviceId: string, name: string, versionSet: object = {}) =>
      definitions.putServiceVersionSet({
        ...{ ...by, serviceId, name },
        versionSetJson: JSON.stringify(versionSet),
      }),
    deleteSet: (serviceId: string, name: string) =>
      definitions.deleteServiceVersionSet({ ...by, serviceId, name }),
  };
}

/** Every one of them, which run at once. */
export async function allRefused(attempts: readonly Promise<unknown>[], code: string): Promise<void> {
  await Promise.all(attempts.map((attempt) => expect(attempt).rejects.toMatchObject({ code })));
}
