import { Inject, Injectable } from '@nestjs/common';
import { toolsNamedBy, type NamedTool, type ToolDescriptor } from '@svc/engine';
import { canonicalJson, type TenantId } from '@svc/kernel';
import { LOGGER } from '@svc/service-host';
import type { Logger } from '@svc/telemetry';
import { TOOLS, type Definition, type Tools } from '../ports/ports.js';

/** Of all descriptors of a turn, as JSON in UTF-8: they are in one event, which holds 64 KiB. */
export const maxToolsBytes = 60_000;

/** What a turn is told of the tools that its graphs name. */
@Injectable()
export class DescribedTools {
  constructor(
    @Inject(TOOLS) private readonly tools: Tools,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * As they are now, in the order of the graphs, each once. One that finds no room is left out, and the agent does without it.
   * @returns undefined where the graphs name none, and where nobody says how they are: then the turn goes on with what the
   *   conversation was told last
   */
  async of(
    tenantId: TenantId,
    { graph, graphs = [] }: Pick<Definition, 'graph' | 'graphs'>,
  ): Promise<readonly ToolDescriptor[] | undefined> {
    const all = [graph, ...graphs.map((other) => other.graph)].flatMap(toolsNamedBy);
    const named = [...new Map(all.map((tool) => [keyOf(tool), tool])).values()];
    if (named.length === 0) return undefined;
    const described = await this.tools.describe(tenantId, named).catch((error: unknown) => {
      this.logger.warn('a turn goes on with what was known of its tools', { error });
    });
    if (described === undefined) return undefined;
    const { kept, left } = fitting(inOrder(named, described));
    if (left.length > 0)
      this.logger.warn('tools were left out of a turn: their descriptions are too long', {
        tool_ids: left.map(({ toolId }) => toolId).join(' '),
      });
    return kept;
  }
}

function keyOf({ toolId, versionConstraint }: NamedTool): string {
  return JSON.stringify([toolId, versionConstraint]);
}

function inOrder(
  named: readonly NamedTool[],
  described: readonly ToolDescriptor[],
): readonly ToolDescriptor[] {
  const byKey = new Map(described.map((tool) => [keyOf(tool), tool]));
  return named.flatMap((tool) => byKey.get(keyOf(tool)) ?? []);
}

function fitting(all: readonly ToolDescriptor[]) {
  const kept: ToolDescriptor[] = [];
  const left: ToolDescriptor[] = [];
  let room = maxToolsBytes;
  for (const tool of all) {
    const bytes = Buffer.byteLength(canonicalJson(tool)) + 1;
    if (bytes > room) left.push(tool);
    else {
      kept.push(tool);
      room -= bytes;
    }
  }
  return { kept, left };
}
