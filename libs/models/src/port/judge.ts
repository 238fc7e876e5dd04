import type { LanguageModelV4, LanguageModelV4GenerateResult } from '@ai-sdk/provider';
import {
  ModelFailure,
  type Choice,
  type Judgement,
  type JudgeRequest,
  type PromptMessage,
} from '@svc/engine';
import { taskOptions } from '../task-options.js';
import type { AttemptLog } from './attempt-log.js';
import type { CallWatch } from './call-watch.js';
import { readJudgement } from './judgement-text.js';
import { toPrompt } from './prompt.js';
import { withReconnect } from './reconnect.js';

/** A choice among those offered. An answer that holds none is shown to the model once, to be put right. */
export async function judge(
  model: LanguageModelV4,
  request: JudgeRequest,
  watch: CallWatch,
  attempts: AttemptLog,
): Promise<Judgement> {
  const { choices } = request.task;
  const first = await answerTo(model, request, [], watch, attempts);
  const judgement = readJudgement(first, choices);
  if (judgement !== null) return judgement;
  attempts.end('bad_output');
  const second = await answerTo(model, request, repair(first, choices), watch, attempts);
  const repaired = readJudgement(second, choices);
  if (repaired !== null) return repaired;
  throw new ModelFailure('bad_output', {
    privateDetail: 'the model made none of the choices offered, twice',
  });
}

async function answerTo(
  model: LanguageModelV4,
  { task, schema, messages }: JudgeRequest,
  addedMessages: readonly PromptMessage[],
  watch: CallWatch,
  attempts: AttemptLog,
): Promise<string> {
  const result = await watch.race(
    withReconnect(attempts, addedMessages, () =>
      model.doGenerate({
        prompt: toPrompt([...messages, ...addedMessages]),
        responseFormat: { type: 'json', name: 'judgement', schema: schema },
        providerOptions: taskOptions(task),
        abortSignal: watch.signal,
      }),
    ),
  );
  const text = textOf(result);
  attempts.piece(text);
  attempts.answeredBy(result.response?.modelId);
  attempts.finished(result.finishReason, result.usage);
  const { unified } = result.finishReason;
  if (unified === 'content-filter') throw new ModelFailure('content_filtered');
  if (unified === 'error' || unified === 'interrupted') throw new ModelFailure('unavailable');
  return text;
}

function textOf({ content, structuredOutputText }: LanguageModelV4GenerateResult): string {
  return structuredOutputText ?? content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

const maxShownCharacters = 2_000;

function repair(answer: string, choices: readonly Choice[]): readonly PromptMessage[] {
  const ids = choices.map((choice) => `"${choice.id}"`).join(', ');
  // Providers refuse an empty message.
  const shown = answer.trim() === '' ? '(no answer)' : answer.slice(0, maxShownCharacters);
  return [
    { role: 'assistant', content: shown },
    {
      role: 'user',
      content:
        'This is not the JSON object that was asked for. Answer with it and nothing else: ' +
        `{"choice": one of ${ids}, "reason": "<one short sentence>"}.`,
    },
  ];
}
