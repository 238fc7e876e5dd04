import { Controller, Inject } from '@nestjs/common';
import { DomainError } from '@svc/errors';
import { defineRoute, forCallers, type RouteInput, Serves } from '../../route/index.js';
import { CONVERSATIONS, TOOLS, type ConversationsClient, type ToolsClient } from '../../services.js';
import { fromPageInfo, toPage } from '../../wire/page.js';
import { textBody } from '../../wire/sizes.js';
import { fromInvocation, fromOutcome } from './tool-invocation-mapping.js';
import {
  InvocationResults,
  InvokedVersionPath,
  InvokeTool,
  ListInvocations,
  ToolInvocationList,
} from './tool-invocation-schemas.js';

const invokeTool = defineRoute({
  operationId: 'invoke-tool',
  method: 'POST',
  path: '/v1/:org/tool/:tool_id/version/:tool_version/invoke',
  summary:
    'Calls a version of a tool, once for each input, outside of conversations. A failed call is a result too.',
  access: forCallers({ requires: ['Tool:InvokeTool'] }),
  request: {
    params: InvokedVersionPath,
    body: { media: 'json', schema: InvokeTool, maxBytes: textBody },
  },
  answer: { status: 200, content: 'json', schema: InvocationResults },
  errors: ['not_found'],
  perMinute: 10,
  example: {
    body: {
      inputs: [{ input_parameters: { title: 'Moby Dick' }, invocation_mode: 'conversation-simulation' }],
    },
  },
});

const listInvocations = defineRoute({
  operationId: 'get-tool-invocations',
  method: 'GET',
  path: '/v1/:org/tool/invocation',
  summary: 'Lists calls of tools in conversations that the caller may read, oldest first.',
  access: forCallers({ asks: ['Tool:InvokeTool', 'Conversation:GetMessage'] }),
  request: { query: ListInvocations },
  answer: { status: 200, content: 'json', schema: ToolInvocationList },
  errors: [],
  perMinute: 50,
});

/**
 * A call ends by the tool's own limit, of at most ten minutes. Given up earlier, its effect would go on unseen, and a second
 * attempt would repeat it.
 */
const deadlineMs = 613_000;

@Controller()
export class ToolInvocationController {
  constructor(
    @Inject(TOOLS) private readonly tools: ToolsClient,
    @Inject(CONVERSATIONS) private readonly conversations: ConversationsClient,
  ) {}

  @Serves(invokeTool)
  async invoke({ caller, params, body }: RouteInput<typeof invokeTool>) {
    const calls = body.inputs.map(async (input) => {
      const request = {
        caller,
        workspaceCaller: undefined,
        toolId: params.tool_id,
        versionConstraint: `==${params.tool_version}`,
        inputJson: JSON.stringify(input.input_parameters),
        variables: input.nonsensitive_user_variables,
        secretVariables: input.sensitive_user_variables,
        dryRun: input.invocation_mode === 'conversation-simulation',
        integrationId: undefined,
      };
      return (await this.tools.testTool(request, { deadlineMs })).outcome;
    });
    return { invocation_results: (await Promise.all(calls)).map(fromOutcome) };
  }

  @Serves(listInvocations)
  async list({ caller, params, query }: RouteInput<typeof listInvocations>) {
    const { tool_id: toolIds, version: versions, invocation_source_type: types } = query;
    if (versions.length > 0 && versions.length !== toolIds.length)
      throw new DomainError('invalid_request', 'There must be as many of version as of tool_id.');
    const ofSimulations = query.simulation_unit_test_set_run_id.length > 0;
    if (ofSimulations || (types.length > 0 && !types.includes('regular-conversation')))
      return { tool_invocations: [], has_more: false, continuation_token: null };
    const { invocations, page } = await this.conversations.listToolInvocations({
      caller,
      tools: toolIds.map((toolId, at) => ({ toolId, version: versions[at] })),
      conversationIds: query.conversation_id,
      succeeded: query.succeeded,
      sortBy: query.sort_by,
      page: toPage(query),
    });
    return {
      tool_invocations: invocations.map((invocation) => fromInvocation(invocation, params.org)),
      ...fromPageInfo(page, query),
    };
  }
}
