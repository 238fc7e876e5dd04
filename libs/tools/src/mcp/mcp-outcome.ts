import type { CallToolResult } from '@modelcontextprotocol/client';
import { OutgoingError } from '@svc/outgoing-http';
import { AccessTokenError } from '../authorization/access-tokens.js';
import { outcomeOfError } from '../http/attempt-outcome.js';
import type { CheckedCall, KindOutcome } from '../runner/tool-kind.js';
import type { McpExchange } from './mcp-exchange.js';
import type { McpTool } from '../tool/mcp-tool.js';
import { resultValue } from './mcp-result.js';

const maxExcerpt = 500;
/** JSON-RPC: the parameters are wrong. */
const invalidParams = -32_602;

export function outcomeOfResult(result: CallToolResult, { redaction }: CheckedCall): KindOutcome {
  const value = redaction.json(resultValue(result));
  if (result.isError !== true) return { type: 'ended', result: value, isCut: false };
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return { type: 'failed', class: 'generic', reason: `The tool has failed: ${text.slice(0, maxExcerpt)}` };
}

export function outcomeOfFailure(
  tool: McpTool,
  call: CheckedCall,
  exchange: McpExchange,
  error: unknown,
): KindOutcome {
  const { wasSent } = exchange;
  const network = exchange.broken ?? outgoingErrorOf(error);
  if (network) return outcomeOfError(tool, call, new OutgoingError(network.reason, { wasSent }));
  if (error instanceof AccessTokenError) return generic(error.message);
  const answered = answerOf(error);
  if (answered) return answered;
  if (isTimeout(error)) return outcomeOfError(tool, call, new OutgoingError('timed_out', { wasSent }));
  if (call.signal.aborted) return outcomeOfError(tool, call, new OutgoingError('aborted', { wasSent }));
  if (wasSent && tool.hasEffects)
    return {
      type: 'unknown',
      reason: 'The server did not answer in MCP: whether the tool had its effect is not known.',
    };
  return generic('The server does not speak MCP as expected.');
}

/** What the server itself said against it. Then it is known that there is no result. */
function answerOf(error: unknown): KindOutcome | undefined {
  const {
    code,
    message = '',
    data,
    status,
  } = error as {
    readonly code?: unknown;
    readonly message?: string;
    readonly data?: { readonly status?: unknown };
    readonly status?: unknown;
  };
  const httpStatus = data?.status ?? status;
  if (typeof httpStatus === 'number')
    return { ...generic(`The server answered ${httpStatus}.`), status: httpStatus };
  // A DOMException has a number, too.
  if (typeof code !== 'number' || error instanceof DOMException) return undefined;
  const reason = `The server answered: ${message.slice(0, maxExcerpt)}`;
  return { type: 'failed', class: code === invalidParams ? 'input_rejected' : 'generic', reason };
}

export function httpStatusOf(error: unknown): number | undefined {
  const outcome = typeof error === 'object' && error !== null ? answerOf(error) : undefined;
  return outcome?.status;
}

function outgoingErrorOf(error: unknown): OutgoingError | undefined {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at instanceof OutgoingError) return at;
    const { data } = at as { readonly data?: { readonly cause?: unknown } };
    if (data?.cause instanceof OutgoingError) return data.cause;
  }
  return undefined;
}

function isTimeout(error: unknown): boolean {
  return (error as { readonly code?: unknown }).code === 'REQUEST_TIMEOUT';
}

function generic(reason: string): KindOutcome {
  return { type: 'failed', class: 'generic', reason };
}
