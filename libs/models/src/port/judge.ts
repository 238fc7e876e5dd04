import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
} from '@ai-sdk/provider';
import {
  ModelFailure,
  type Choice,
  type Judgement,
  type JudgeRequest,
  type PromptMessage,
} from '@svc/engine';
import { taskOptions } from '../task-options.js';
import type { CallWatch } from './call-watch.js';
import { readJudgement } from './judgement-text.js';
import { toPrompt } from './prompt.js';
import { withReconnect } from './reconnect.js';

/** A choice among those offered. An answer that holds none is shown to the model once, to be put right. */
export async function judge(
  model: LanguageModelV4,
  request: JudgeRequest,
  watch: CallWatch,
): Promise<Judgement> {
  const { choices } = request.task;
  const first = await answerTo(model, request, request.messages, watch);
  const judgement = readJudgement(first, choices);
  if (judgement !== null) return judgement;
  const second = await answerTo(model, request, [...request.messages, ...repair(first, choices)], watch);
  const repaired = readJudgement(second, choices);
  if (repaired !== null) return repaired;
  throw new ModelFailure('bad_output', {
    privateDetail: 'the model made none of the choices offered, twice',
  });
}

async function answerTo(
  model: LanguageModelV4,
  { task }: JudgeRequest,
  messages: readonly PromptMessage[],
  watch: CallWatch,
): Promise<string> {
  const result = await watch.race(
    withReconnect(() =>
      model.doGenerate({
        prompt: toPrompt(messages),
        responseFormat: judgementFormat(task.choices),
        providerOptions: taskOptions(task),
        abortSignal: watch.signal,
      }),
    ),
  );
  const { unified } = result.finishReason;
  if (unified === 'content-filter') throw new ModelFailure('content_filtered');
  if (unified === 'error' || unified === 'interrupted') throw new ModelFailure('unavailable');
  return textOf(result);
}

function textOf({ content, structuredOutputText }: LanguageModelV4GenerateResult): string {
  return structuredOutputText ?? content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

function judgementFormat(
  choices: readonly Choice[],
): NonNullable<LanguageModelV4CallOptions['responseFormat']> {
  return {
    type: 'json',
    name: 'judgement',
    schema: {
      type: 'object',
      properties: {
        choice: { type: 'string', enum: choices.map((choice) => choice.id) },
        reason: { type: 'string' },
      },
      required: ['choice', 'reason'],
      additionalProperties: false,
    },
  };
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
