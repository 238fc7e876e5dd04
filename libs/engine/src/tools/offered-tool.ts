import type { ToolSpec } from '../graph/tool-spec.js';
import type { ToolCallPurpose } from '../input/tool-call.js';
import type { ToolDescriptor } from '../input/tool-descriptor.js';
import type { ToolOffer } from '../model/tool-task.js';
import { operatorTool } from './operator-tool.js';
import { unboundSchema } from './bound-input.js';

/** Tools that a state may call for one purpose. */
export interface ToolSpecs {
  readonly purpose: ToolCallPurpose;
  readonly specs: readonly ToolSpec[];
}

/** A tool that a state may call now. */
export interface OfferedTool {
  readonly spec: ToolSpec;
  readonly descriptor: ToolDescriptor;
  readonly purpose: ToolCallPurpose;
}

/** Names stand among instructions, so they can't say anything. */
const legalName = /^[\w-]{1,64}$/;

/** Of built-in tools. */
const reserved: ReadonlySet<string> = new Set(['tool_status', 'recall_memories', operatorTool.name]);

/** The tools of a state that are there, each once, in the author's order. */
export function offeredTools(
  lists: readonly ToolSpecs[],
  descriptors: readonly ToolDescriptor[],
): readonly OfferedTool[] {
  const offered: OfferedTool[] = [];
  for (const { purpose, specs } of lists)
    for (const spec of specs) {
      const isBuiltIn = spec.toolId === operatorTool.toolId;
      const descriptor = isBuiltIn
        ? operatorTool
        : descriptors.find(
            (one) => one.toolId === spec.toolId && one.versionConstraint === spec.versionConstraint,
          );
      const isKnown = offered.some((other) => other.descriptor.name === descriptor?.name);
      if (descriptor === undefined || isKnown) continue;
      if (isBuiltIn || (legalName.test(descriptor.name) && !reserved.has(descriptor.name)))
        offered.push({ spec, descriptor, purpose });
    }
  return offered;
}

/** As a model is shown it. */
export function offerOf({ spec, descriptor }: Omit<OfferedTool, 'purpose'>): ToolOffer {
  const { name, description, inputSchema, hasEffects } = descriptor;
  return {
    name,
    description,
    inputSchema: unboundSchema(inputSchema, spec.contextBindings),
    hasEffects,
    instruction: spec.additionalInstruction,
  };
}
