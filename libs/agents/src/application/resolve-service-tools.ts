import { Injectable } from '@nestjs/common';
import { namedTools, type PlatformGraph } from '@svc/definitions/platform';
import { releaseVersionSet } from '../domain/service/service-body.js';
import type { ResolvedTool } from '../tools/tool-reference.js';
import { Tools } from '../tools/tools.js';
import type { DefinitionRequest } from './definition-request.js';
import { ResolveDefinition } from './resolve-definition.js';

/** A tool, and where a graph names it. */
export interface ServiceTool {
  readonly tool: ResolvedTool;
  /** In the order of the graph. */
  readonly states: readonly string[];
  /** By the name of the state; only those that have one. */
  readonly additionalInstructions: Readonly<Record<string, string>>;
}

/** The tools that conversations with a service of a workspace can call. */
@Injectable()
export class ResolveServiceTools {
  constructor(
    private readonly definitions: ResolveDefinition,
    private readonly tools: Tools,
  ) {}

  /** @throws DomainError `permission_denied`; `not_found`: the service is unknown or inactive */
  async execute(
    { tenantId, access }: DefinitionRequest,
    serviceId: string,
    signal: AbortSignal,
  ): Promise<readonly ServiceTool[]> {
    access.require('view', serviceId);
    const named = { serviceId, versionSetName: releaseVersionSet };
    const { definition } = await this.definitions.execute({ tenantId }, named);
    const places = placesOf(JSON.parse(definition.contextGraphJson) as PlatformGraph);
    const references = [...places.keys()].map((toolId) => ({ toolId, versionConstraint: null }));
    const resolved = await this.tools.resolve(tenantId, references, signal);
    return resolved.map((tool) => {
      const found = places.get(tool.reference.toolId) ?? [];
      return {
        tool,
        states: [...new Set(found.map(({ state }) => state))],
        additionalInstructions: Object.fromEntries(
          found.flatMap(({ state, instruction }) =>
            instruction === '' ? [] : [[state, instruction] as const],
          ),
        ),
      };
    });
  }
}

interface Place {
  readonly state: string;
  readonly instruction: string;
}

function placesOf(graph: PlatformGraph): ReadonlyMap<string, readonly Place[]> {
  const places = new Map<string, Place[]>();
  for (const { toolId, loc } of namedTools(graph, [])) {
    const [, at, list, index] = loc;
    const state = graph.states[Number(at)];
    const specs = Reflect.get(state ?? {}, String(list)) as readonly { additional_instruction?: string }[];
    const instruction = specs[Number(index)]?.additional_instruction ?? '';
    places.set(toolId, [...(places.get(toolId) ?? []), { state: state?.name ?? '', instruction }]);
  }
  return places;
}
