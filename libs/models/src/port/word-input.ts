import type { ArgumentsRequest } from '@svc/engine';
import { ask } from '../asking/ask.js';
import type { AttemptLog } from '../asking/attempt-log.js';
import { ModelCapabilities } from '../asking/model-capabilities.js';
import { refusalIn } from '../asking/refusal.js';
import { failureKind } from '../asking/to-model-error.js';
import { weakestOf } from '../definition/answer-form.js';
import type { Sampling } from '../definition/model-definition.js';
import { mustEndWell } from './answer-stream.js';
import type { CallWatch } from './call-watch.js';
import { checkedAnswer, type AskableModel } from './checked-answer.js';
import { jsonObjects } from './json-objects.js';

/**
 * The input of a tool, as the text of a JSON object. The model is made to call that tool; one whose API refuses that is asked for
 * an object, in words.
 * @throws ModelError `bad_output` when its response is no object, twice
 */
export async function wordInput(
  asked: AskableModel,
  request: ArgumentsRequest,
  sampling: Sampling,
  watch: CallWatch,
  attempts: AttemptLog,
): Promise<string> {
  if (asked.capabilities.callsTools) {
    try {
      const input = await calledWith(asked, request, sampling, watch, attempts);
      if (input !== null) return input;
      attempts.end('bad_output');
    } catch (error) {
      if (refusalIn(error) === null) throw error;
      asked.capabilities.callsTools = false;
      attempts.end(failureKind(error));
    }
  }
  return inWords(asked, request, sampling, watch, attempts);
}

/** Null where the model did not call the tool. */
async function calledWith(
  { model, capabilities }: AskableModel,
  { messages, schema, task: { tool } }: ArgumentsRequest,
  sampling: Sampling,
  watch: CallWatch,
  attempts: AttemptLog,
): Promise<string | null> {
  const { name, description } = tool;
  const tools = [{ type: 'function', name, description, inputSchema: schema }];
  const { content, response, finishReason, usage } = await watch.race(
    ask(capabilities, { messages, addedMessages: [], wanted: null, sampling }, attempts, (options) =>
      model.doGenerate({
        ...options,
        // The schema is JSON by its type; only `readonly` keeps it from being a JSONSchema7.
        tools: tools as Parameters<typeof model.doGenerate>[0]['tools'] & object,
        toolChoice: { type: 'tool', toolName: name },
        abortSignal: watch.signal,
      }),
    ),
  );
  const texts = content.flatMap((part) => {
    if (part.type === 'reasoning') attempts.thought(part.text);
    if (part.type === 'tool-call' && part.toolName === name) return [part.input];
    return part.type === 'text' ? [part.text] : [];
  });
  const text = texts.join('\n');
  attempts.piece(text);
  attempts.came(text);
  attempts.answeredBy(response?.modelId);
  attempts.finished(finishReason, usage);
  mustEndWell(finishReason);
  return objectIn(text);
}

/** The schema is the tool's own, and no API takes any: so only an object is asked for, and its form is in the prompt. */
function inWords(
  { model, capabilities }: AskableModel,
  { messages, schema, task }: ArgumentsRequest,
  sampling: Sampling,
  watch: CallWatch,
  attempts: AttemptLog,
): Promise<string> {
  const { form, leftOut } = capabilities.manner;
  const learnt = { structured_output: weakestOf(form, 'json_object'), refused_sampling: [...leftOut] };
  const own = { model, capabilities: new ModelCapabilities(learnt, capabilities) };
  const question = {
    messages,
    wanted: { name: 'input', schema, form: `the input of the tool "${task.tool.name}"` },
    sampling,
    read: objectIn,
    complaint: 'the model worded no input of the tool, twice',
  };
  return checkedAnswer(own, question, watch, attempts);
}

/** The last object counts: models correct themselves at the end. */
function objectIn(text: string): string | null {
  const last = jsonObjects(text).at(-1);
  return last === undefined ? null : JSON.stringify(last);
}
