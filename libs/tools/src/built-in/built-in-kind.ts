import type { JsonObject, JsonValue } from '@svc/kernel';
import type { BuiltInTool } from '../tool/tool.js';
import type { CheckedCall, KindOutcome, ToolKind } from '../runner/tool-kind.js';

/** Does the work of a built-in tool. What it throws is an internal error. */
export type BuiltInFunction = (input: JsonObject, signal: AbortSignal) => Promise<JsonValue>;

/** Tools that are functions of this process, by their names. */
export class BuiltInKind implements ToolKind<BuiltInTool> {
  constructor(private readonly functions: ReadonlyMap<string, BuiltInFunction> = new Map()) {}

  describeEffect({ name }: BuiltInTool): string {
    return `run ${name}`;
  }

  async call({ name }: BuiltInTool, { input, signal }: CheckedCall): Promise<KindOutcome> {
    const work = this.functions.get(name);
    if (!work) return { type: 'failed', class: 'generic', reason: 'There is no such built-in tool.' };
    return { type: 'ended', result: await work(input, signal), isCut: false };
  }
}
