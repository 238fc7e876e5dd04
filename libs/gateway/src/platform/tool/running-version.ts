import type { WorkspaceCaller } from '@svc/contracts/common';
import {
  namedTools,
  type AgentVersionBody,
  type PlatformGraph,
  type ServiceBody,
  type VersionSet,
} from '@svc/definitions/platform';
import { DomainError } from '@svc/errors';
import type { z } from 'zod';
import type { DefinitionsClient } from '../../services.js';
import { of } from '../definition/definition-controller.js';
import { storedBody } from '../definition/definition-wire.js';

type VersionSetBody = z.output<typeof VersionSet>;

/** What a service runs on by one of its version sets, deleted or not. Null: there is no such version. */
export interface RunningVersion {
  readonly service: z.output<typeof ServiceBody>;
  readonly set: VersionSetBody;
  readonly agent: { readonly version: number; readonly body: AgentVersionBody } | null;
  readonly graph: { readonly version: number; readonly body: PlatformGraph } | null;
}

/** A set that a service does not have is that of the latest versions if it is the default one. */
const defaultSet = 'release';
const latest: VersionSetBody = {
  agent_version_number: null,
  context_graph_version_number: null,
  llm_model_preferences: {},
  turn_runtime: 'native',
};

/** @throws DomainError `not_found` for the service or the version set; `permission_denied` */
export async function runningVersion(
  definitions: DefinitionsClient,
  caller: WorkspaceCaller,
  serviceId: string,
  setName = defaultSet,
): Promise<RunningVersion> {
  const { definition } = await definitions.findDefinition({
    ...of(caller),
    kind: 'service',
    definitionId: serviceId,
    parentId: undefined,
  });
  const service = storedBody<RunningVersion['service']>(definition?.bodyJson ?? '{}');
  const { version_sets: sets } = service;
  const withoutIt = setName === defaultSet ? latest : undefined;
  const set = Object.hasOwn(sets, setName) ? sets[setName] : withoutIt;
  if (!set) throw new DomainError('not_found', `The service has no version set ${setName}.`);
  const versionOf = <Body>(kind: string, definitionId: string, number: number | null) =>
    definitions
      .findDefinitionVersion({
        ...{ ...of(caller), kind, definitionId },
        ...{ version: number ?? undefined, alsoDeleted: true },
      })
      .then(({ version }) =>
        version ? { version: version.version, body: storedBody<Body>(version.bodyJson) } : null,
      )
      .catch(noneIfUnknown);
  const [agent, graph] = await Promise.all([
    versionOf<AgentVersionBody>('agent', service.agent_id, set.agent_version_number),
    versionOf<PlatformGraph>('context_graph', service.context_graph_id, set.context_graph_version_number),
  ]);
  return { service, set, agent, graph };
}

/** Where a graph names a tool: state → what it adds to the tool's description there. */
export type UsesOfTool = ReadonlyMap<string, string>;

/** The uses of each tool that a graph names, in its order. */
export function usesOfTools(graph: PlatformGraph): ReadonlyMap<string, UsesOfTool> {
  const uses = new Map<string, Map<string, string>>();
  for (const { toolId, loc } of namedTools(graph, [])) {
    const [, place, list, index] = loc as readonly [string, number, string, number];
    const state = graph.states[place];
    const specs = (state as unknown as Readonly<Record<string, readonly object[]>> | undefined)?.[list];
    const { additional_instruction: instruction = '' } = (specs?.[index] ?? {}) as {
      readonly additional_instruction?: string;
    };
    const ofTool = uses.get(toolId) ?? new Map<string, string>();
    uses.set(toolId, ofTool.set(state?.name ?? '', instruction));
  }
  return uses;
}

/** The tools that the graph of a running version names, each once. */
export function namedToolIds({ graph }: RunningVersion): string[] {
  return graph === null ? [] : [...usesOfTools(graph.body).keys()];
}

function noneIfUnknown(error: unknown): null {
  if (error instanceof DomainError && error.code === 'not_found') return null;
  throw error;
}
