import type { Logger } from '@svc/telemetry';
import { compileInputSchema } from '../schema/input-schema.js';
import { CallTime } from './call-time.js';
import { Redaction } from './redaction.js';
import { boundResult } from './result-size.js';
import type { Tool } from '../tool/tool.js';
import type { ToolCall, ToolExchange, ToolOutcome } from './tool-call.js';
import type { CheckedCall, KindOutcome, ToolKinds } from './tool-kind.js';

const maxReasonCharacters = 1_000;

export interface ToolRunnerOptions {
  readonly kinds: ToolKinds;
  readonly logger: Logger;
  /** Of a clock that never goes back, in ms. */
  readonly now?: () => number;
}

/** Calls tools of all kinds: checks the input, bounds time and size, and takes secrets out of what comes back. */
export class ToolRunner {
  readonly #kinds: ToolKinds;
  readonly #logger: Logger;
  readonly #now: () => number;

  constructor({ kinds, logger, now = () => performance.now() }: ToolRunnerOptions) {
    this.#kinds = kinds;
    this.#logger = logger;
    this.#now = now;
  }

  /** Never rejects: an error of our own is a failed call, or an unknown one. */
  async run(tool: Tool, call: ToolCall, signal: AbortSignal): Promise<ToolOutcome> {
    const startedAt = this.#now();
    const redaction = new Redaction(Object.values(call.values.secrets));
    const outcome = await this.#outcome(tool, call, { signal, redaction });
    const durationMs = Math.round(this.#now() - startedAt);
    if (outcome.type === 'blocked') return { ...outcome, durationMs, retries: 0, exchange: null };
    const spent = {
      durationMs,
      retries: outcome.retries ?? 0,
      exchange: exchangeOf(outcome, redaction, call),
    };
    if (outcome.type !== 'ended') {
      const reason = redaction.text(outcome.reason).slice(0, maxReasonCharacters);
      return outcome.type === 'unknown'
        ? { type: 'unknown', reason, ...spent }
        : { type: 'failed', class: outcome.class, reason, ...spent };
    }
    const redacted = redactedResult(outcome, redaction);
    const { result, isCut } = boundResult(redacted, call.maxResultCharacters);
    return { type: 'ended', result, isCut: isCut || outcome.isCut, ...spent };
  }

  async #outcome(
    tool: Tool,
    call: ToolCall,
    given: { readonly signal: AbortSignal; readonly redaction: Redaction },
  ): Promise<KindOutcome | { type: 'blocked'; effects: readonly string[] }> {
    const rejection = rejectionOf(tool, call);
    if (rejection !== undefined) return { type: 'failed', class: 'input_rejected', reason: rejection };
    const kind = kindOf(tool, this.#kinds);
    if (call.isDryRun && tool.hasEffects) return { type: 'blocked', effects: [kind.describeEffect()] };
    const time = new CallTime(Math.min(tool.timeoutMs, call.timeoutMs), given.signal);
    const { signal, redaction } = given;
    try {
      return await time.bound(
        kind.call({
          input: call.input,
          effectKey: tool.hasEffects ? call.effectKey : null,
          values: call.values,
          redaction,
          signal: time.signal,
          isTimeUp: () => time.isUp,
          remainingMs: () => time.remainingMs(),
        }),
        () => interrupted(tool, signal.aborted),
      );
    } catch (error) {
      const detail = redaction.text(error instanceof Error ? (error.stack ?? error.message) : 'unknown');
      this.#logger.error('a tool call failed here', { detail, kind: tool.kind });
      return tool.hasEffects
        ? { type: 'unknown', reason: 'An internal error happened while the tool was called.' }
        : { type: 'failed', class: 'generic', reason: 'An internal error happened.' };
    } finally {
      time.end();
    }
  }
}

/** Of a call that did not end although its signal said so. */
function interrupted(tool: Tool, wasCancelled: boolean): KindOutcome {
  if (tool.hasEffects) return { type: 'unknown', reason: 'The call was ended before its outcome was known.' };
  return wasCancelled
    ? { type: 'failed', class: 'generic', reason: 'The call was cancelled.' }
    : { type: 'failed', class: 'timeout', reason: 'The tool took too long.' };
}

function rejectionOf(tool: Tool, { input }: ToolCall): string | undefined {
  const check = compileInputSchema(tool.inputSchema);
  if (typeof check === 'function') return check(input);
  return `The input schema of this tool can't be used: ${check.at || 'it'} ${check.reason}`;
}

interface BoundKind {
  describeEffect(): string;
  call(call: CheckedCall): Promise<KindOutcome>;
}

function kindOf(tool: Tool, kinds: ToolKinds): BoundKind {
  switch (tool.kind) {
    case 'http':
      return bound(tool, kinds.http);
    case 'mcp':
      return bound(tool, kinds.mcp);
    case 'built-in':
      return bound(tool, kinds['built-in']);
  }
}

function bound<Kind extends Tool>(
  tool: Kind,
  kind: { describeEffect(tool: Kind): string; call(tool: Kind, call: CheckedCall): Promise<KindOutcome> },
): BoundKind {
  return { describeEffect: () => kind.describeEffect(tool), call: (call) => kind.call(tool, call) };
}

function redactedResult({ result, isCut }: KindOutcome & { type: 'ended' }, redaction: Redaction) {
  return isCut && typeof result === 'string' ? redaction.cutText(result) : redaction.json(result);
}

function exchangeOf(outcome: KindOutcome, redaction: Redaction, call: ToolCall): ToolExchange | null {
  const { status, raw = null, rendered = null } = outcome;
  if (status === undefined) return null;
  return {
    status,
    raw: boundResult(redaction.json(raw), call.maxResultCharacters).result,
    rendered: rendered === null ? null : redaction.text(rendered).slice(0, call.maxResultCharacters),
  };
}
