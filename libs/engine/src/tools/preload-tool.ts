import type { JsonObject, JsonValue } from '@svc/kernel';
import type { PreloadSpec } from '../graph/tool-spec.js';
import type { SessionValues, ToolDescriptor } from '../input/tool-descriptor.js';
import type { OfferedTool } from './offered-tool.js';
import { statusSpec } from './status-tool.js';

/** The latest result of a preload counts, and it is known from then on. */
export function offeredPreload({ toolId }: PreloadSpec, descriptor: ToolDescriptor | undefined): OfferedTool {
  const spec = { ...statusSpec, toolId, additionalInstruction: '' };
  return { spec, descriptor: descriptor ?? absent(toolId), purpose: 'preload' };
}

function absent(toolId: string): ToolDescriptor {
  const name = toolId.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 64);
  return {
    toolId,
    versionConstraint: null,
    name,
    version: null,
    description: '',
    inputSchema: {},
    hasEffects: false,
    timeoutMs: 0,
  };
}

/** The input of a preload. */
export interface FilledParams {
  readonly input: JsonObject;
  /** Names of values that the session does not have. */
  readonly missing: readonly string[];
}

/** The names that texts in params may hold. */
const template = /\{(caller_mrn|entity_id)\}/g;

export function filledParams(params: JsonObject, session: SessionValues): FilledParams {
  const missing = new Set<string>();
  const filled = (value: JsonValue): JsonValue => {
    if (typeof value === 'string')
      return value.replaceAll(template, (whole, name: string) => {
        const known = Object.hasOwn(session, name) ? session[name] : undefined;
        if (known === undefined) missing.add(name);
        return known ?? whole;
      });
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return (value as readonly JsonValue[]).map(filled);
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, filled(member)]));
  };
  const input = filled(params) as JsonObject;
  return { input, missing: [...missing] };
}
