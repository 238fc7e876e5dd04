import type { DescribedTool, ToolOutcome, ToolsServiceService } from '@svc/contracts/agents';
import type { ToolAnswer, ToolDescriptor } from '@svc/engine';
import { DomainError } from '@svc/errors';
import { organizationOf, type JsonObject, type JsonValue, type TenantId } from '@svc/kernel';
import type { RpcClient } from '@svc/rpc';
import type { Tools, Users, UserVariables } from '../ports/ports.js';

export type ToolsClient = Pick<RpcClient<typeof ToolsServiceService>, 'describeTools' | 'runTool'>;

/** Named in one request. */
const maxToolsAtOnce = 200;
/** As the engine bounds a result. */
const maxResultCharacters = 100_000;
/** Of a request for descriptions: a turn waits for it. The agents service gives up foreign servers before. */
const describeMs = 8_000;
/** Beyond the time limit of a call, for the way there and back. */
const graceMs = 3_000;

/** Tools of the agents context, which runs them where their secrets are. */
export function agentTools(agents: ToolsClient, users: Pick<Users, 'variables'>): Tools {
  return {
    describe: async (tenantId, named) => {
      const described: ToolDescriptor[] = [];
      for (let at = 0; at < named.length; at += maxToolsAtOnce) {
        const tools = named.slice(at, at + maxToolsAtOnce).map(({ toolId, versionConstraint }) => {
          return { toolId, versionConstraint: versionConstraint ?? undefined };
        });
        const answer = await agents.describeTools({ tenantId, tools }, { deadlineMs: describeMs });
        described.push(...answer.tools.map(descriptorOf));
      }
      return described;
    },
    call: async ({ tenantId, userId, call, effectKey, isApproved }, signal) => {
      const { toolId, version, input, timeoutMs } = call;
      const variables = await variablesOf(users, tenantId, userId);
      if (variables === null) return withoutVariables;
      const request = {
        tenantId,
        toolId,
        version: version ?? undefined,
        inputJson: JSON.stringify(input),
        effectKey: effectKey ?? undefined,
        timeoutMs,
        maxResultCharacters,
        variables: variables.nonsensitive,
        secretVariables: variables.sensitive,
        dryRun: false,
        isApproved,
      };
      const { outcome } = await agents
        .runTool(request, { signal, deadlineMs: timeoutMs + graceMs })
        .catch((error: unknown) => {
          if (isRefusal(error)) return { outcome: refused(error) };
          throw error;
        });
      if (!outcome) throw new Error('The agents service has sent no outcome of a tool.');
      return answerOf(outcome);
    },
  };
}

const noVariables: UserVariables = { nonsensitive: {}, sensitive: {} };

const withoutVariables: ToolAnswer = {
  type: 'tool-failed',
  failure: 'generic',
  reason: 'What is known of the user could not be read. The tool was not called.',
  durationMs: 0,
};

/** Entities of workspaces have none. Null: they can't be had now. */
function variablesOf(
  users: Pick<Users, 'variables'>,
  tenantId: TenantId,
  userId: string,
): Promise<UserVariables | null> {
  if (organizationOf(tenantId) === null) return Promise.resolve(noVariables);
  return users.variables(tenantId, userId).catch(() => null);
}

function descriptorOf(tool: DescribedTool): ToolDescriptor {
  const { toolId, name, description, hasEffects, timeoutMs } = tool;
  return {
    ...{ toolId, name, description, hasEffects, timeoutMs },
    ...(tool.needsApproval ? { needsApproval: true } : {}),
    versionConstraint: tool.versionConstraint ?? null,
    version: tool.version ?? null,
    inputSchema: JSON.parse(tool.inputSchemaJson) as JsonObject,
  };
}

/** The request was not taken, so nothing was called. */
function isRefusal(error: unknown): error is DomainError {
  return error instanceof DomainError && refusals.has(error.code);
}

const refusals: ReadonlySet<string> = new Set(['not_found', 'invalid_request', 'validation_failed']);

function refused({ message: reason }: DomainError): Answered {
  return { type: 'failed', resultJson: '', failureClass: 'generic', reason, durationMs: 0 };
}

type Answered = Pick<ToolOutcome, 'type' | 'resultJson' | 'failureClass' | 'reason' | 'durationMs'>;

function answerOf({ type, resultJson, failureClass, reason, durationMs }: Answered): ToolAnswer {
  switch (type) {
    case 'ended':
      return { type: 'tool-ended', result: JSON.parse(resultJson) as JsonValue, durationMs };
    case 'failed': {
      const isKnown = failureClass === 'timeout' || failureClass === 'input_rejected';
      return { type: 'tool-failed', failure: isKnown ? failureClass : 'generic', reason, durationMs };
    }
    case 'unknown':
      return { type: 'tool-unknown', reason, durationMs };
    default:
      throw new Error('The agents service has sent another outcome of a tool.');
  }
}
