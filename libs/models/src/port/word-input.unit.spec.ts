import { APICallError, type LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { ModelAttempt } from '@svc/engine';
import { argumentsRequest } from '../../test/requests.js';
import { ScriptedLanguageModel, usage } from '../../test/scripted-language-model.js';
import { createModelPort } from './create-model-port.js';

const input = '{"title":"Moby Dick"}';

/** A model that calls the tool that it is told to call. */
class ToolCallingModel extends ScriptedLanguageModel {
  override async doGenerate(options: LanguageModelV4CallOptions) {
    if (options.toolChoice === undefined) return super.doGenerate(options);
    this.calls.push(options);
    return {
      content: [{ type: 'tool-call' as const, toolCallId: 't1', toolName: 'find_book', input }],
      finishReason: { unified: 'tool-calls' as const, raw: undefined },
      usage,
      warnings: [],
    } as never;
  }
}

async function worded(model: ScriptedLanguageModel) {
  const port = createModelPort(model);
  const attempts: ModelAttempt[] = [];
  const pieces: string[] = [];
  const signal = new AbortController().signal;
  for await (const piece of port.generate(argumentsRequest, signal, (attempt) => attempts.push(attempt)))
    pieces.push(piece);
  return { port, pieces, attempts };
}

describe('given a model that can be made to call a tool', () => {
  it('then its input is that of the call, as one piece', async () => {
    const model = new ToolCallingModel();
    const { pieces, attempts } = await worded(model);
    expect(pieces).toEqual([input]);
    expect(attempts).toMatchObject([{ pieces: [input], failure: null }]);
    expect(model.calls[0]).toMatchObject({
      tools: [{ type: 'function', name: 'find_book', inputSchema: argumentsRequest.schema }],
      toolChoice: { type: 'tool', toolName: 'find_book' },
    });
  });
});

describe('given a model whose API knows no tools', () => {
  const refused = new APICallError({
    message: 'tools are not supported',
    url: 'http://model',
    requestBodyValues: {},
    statusCode: 400,
  });

  it('then it is asked for an object in words, and from then on at once', async () => {
    const model = new ScriptedLanguageModel([refused, `Here: ${input}`, input]);
    const { port, pieces, attempts } = await worded(model);
    expect(pieces).toEqual([input]);
    expect(attempts.map(({ failure }) => failure)).toEqual(['refused', null]);
    const signal = new AbortController().signal;
    for await (const piece of port.generate(argumentsRequest, signal, () => undefined)) pieces.push(piece);
    expect(pieces).toEqual([input, input]);
    expect(model.calls.map(({ tools }) => tools?.length ?? 0)).toEqual([1, 0, 0]);
  });

  it('when it gives no object twice, then the call fails', async () => {
    const model = new ScriptedLanguageModel([refused, 'No.', 'Never.']);
    await expect(worded(model)).rejects.toMatchObject({ kind: 'bad_output' });
  });
});
