import { Controller, Inject } from '@nestjs/common';
import { defineRoute, forCallers, type RouteInput, Serves } from '../../route/index.js';
import { TOOLS, type ToolsClient } from '../../services.js';
import { textBody } from '../../wire/sizes.js';
import { fromOutcome } from './tool-invocation-mapping.js';
import { InvocationResults, InvokedVersionPath, InvokeTool } from './tool-invocation-schemas.js';

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

/**
 * A call ends by the tool's own limit, of at most ten minutes. Given up earlier, its effect would go on unseen, and a second
 * attempt would repeat it.
 */
const deadlineMs = 613_000;

@Controller()
export class ToolInvocationController {
  constructor(@Inject(TOOLS) private readonly tools: ToolsClient) {}

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
}
