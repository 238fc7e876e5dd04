import type {
  DescribedTool,
  ToolOutcome as OutcomeMessage,
  ToolVariable as VariableMessage,
  UnknownTool,
} from '@svc/contracts/agents';
import { DomainError, FieldChecks } from '@svc/errors';
import { canonicalJson } from '@svc/kernel';
import type { ToolOutcome } from '@svc/tools';
import type { ToolRun } from '../application/run-tool.js';
import type { ToolVariable } from '../domain/tool/tool-variables.js';
import {
  isCallable,
  unavailable,
  type CallableTool,
  type ResolvedTool,
  type UnavailableTool,
} from '../tools/tool-reference.js';
import { parseJsonObject } from './request-parts.js';

const maxInputCharacters = 1024 * 1024;
const maxTimeoutMs = 900_000;
const maxResultCharacters = 1_000_000;

interface CallParts {
  readonly inputJson: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly secretVariables: Readonly<Record<string, string>>;
  readonly dryRun: boolean;
}

interface CallLimits {
  readonly effectKey: string | null;
  readonly timeoutMs: number;
  readonly maxResultCharacters: number;
  readonly isApproved: boolean;
}

/** @throws DomainError `validation_failed` */
export function runOf(message: CallParts, limits: CallLimits): ToolRun {
  new FieldChecks()
    .atMostBytes(['body', 'timeout_ms'], limits.timeoutMs, maxTimeoutMs)
    .atMostBytes(['body', 'max_result_characters'], limits.maxResultCharacters, maxResultCharacters)
    .verify();
  return {
    input: parseJsonObject(message.inputJson || '{}', ['body', 'input'], maxInputCharacters),
    values: { variables: message.variables, secrets: message.secretVariables },
    isDryRun: message.dryRun,
    ...limits,
    timeoutMs: Math.max(1, limits.timeoutMs),
    maxResultCharacters: Math.max(1, limits.maxResultCharacters),
  };
}

/** Of the tools of one answer: far below what an RPC message may hold. */
const maxListBytes = 32 * 1_024 * 1_024;

/** Tools that find no room are unknown, and say so. @param maxBytes of the tools, as text */
export function listedTools(
  resolved: readonly ResolvedTool[],
  maxBytes = maxListBytes,
): { tools: DescribedTool[]; unknown: UnknownTool[] } {
  const tools: DescribedTool[] = [];
  const unknown: UnknownTool[] = [];
  let room = maxBytes;
  for (const tool of resolved) {
    const message = isCallable(tool) ? toolMessage(tool) : undefined;
    const bytes = message === undefined ? 0 : bytesOf(message);
    if (message !== undefined && bytes <= room) {
      room -= bytes;
      tools.push(message);
    } else unknown.push(unknownMessage(isCallable(tool) ? unavailable(tool.reference, tooMany) : tool));
  }
  return { tools, unknown };
}

const tooMany = 'The descriptions of the tools before it are too long for one list.';

function bytesOf({ toolId, versionConstraint = '', name, version = '', ...message }: DescribedTool): number {
  const texts = [toolId, versionConstraint, name, version, message.description, message.inputSchemaJson];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

export function toolMessage(tool: CallableTool): DescribedTool {
  const { reference, name, version, description, inputSchema, hasEffects, timeoutMs } = tool;
  const { needsApproval = false } = tool;
  return {
    toolId: reference.toolId,
    versionConstraint: reference.versionConstraint ?? undefined,
    ...{ name, description, hasEffects, timeoutMs, needsApproval },
    version: version ?? undefined,
    inputSchemaJson: canonicalJson(inputSchema),
  };
}

function unknownMessage({ reference, reason }: UnavailableTool): UnknownTool {
  return { toolId: reference.toolId, versionConstraint: reference.versionConstraint ?? undefined, reason };
}

export function outcomeMessage(outcome: ToolOutcome): OutcomeMessage {
  const { type, durationMs, retries, exchange } = outcome;
  return {
    ...{ type, durationMs, retries },
    resultJson: type === 'ended' ? canonicalJson(outcome.result) : '',
    isCut: type === 'ended' && outcome.isCut,
    failureClass: type === 'failed' ? outcome.class : '',
    reason: type === 'failed' || type === 'unknown' ? outcome.reason : '',
    blockedEffects: type === 'blocked' ? [...outcome.effects] : [],
    status: exchange?.status,
    rawJson: exchange ? canonicalJson(exchange.raw) : undefined,
    rendered: exchange?.rendered ?? undefined,
  };
}

/** @throws DomainError `invalid_request` */
export function requireFew<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items;
  throw new DomainError('invalid_request', `At most ${most} tools can be named at once.`);
}

export function variableOf({ name, value, isSecret }: VariableMessage): ToolVariable {
  return { name, value, isSecret: isSecret ?? null };
}
