import { inOrder, type JudgementOrder } from '../model/judgement-order.js';
import type { PromptMessage } from '../model/prompt-message.js';
import type { JudgeTask } from '../model/model-task.js';
import { prompt } from './prompt.js';
import { beyond, list, triedSection } from './sections.js';

const questions: Readonly<Record<JudgeTask['purpose'], string>> = {
  navigate:
    'First judge the exit conditions. If the conversation shows that one holds, choose it; if several hold, choose ' +
    'the one that fits best. If none holds, choose the action that you should take next.',
  decide: 'Exactly one exit must be taken now. Choose the one whose condition fits the conversation best.',
  'select-action': 'Choose the action that you should take next.',
};

/** The turn passes an entered state only if nothing is left to ask. In doubt it takes the state's action. */
const questionOnEntry =
  'This part of the conversation begins just now: you have said nothing in it yet. Choose an exit condition only if what ' +
  'the user has said already shows that it holds, so that nothing is left to ask or to say here; if several hold, choose ' +
  'the one that fits best. Otherwise choose the action that you should take first.';

/** The prompt in which the model makes one choice. */
export function renderJudgePrompt(
  task: JudgeTask,
  order: JudgementOrder = 'choice_first',
): readonly PromptMessage[] {
  const { graph, state } = task;
  return prompt(
    task,
    'Do not write to the user now: judge where the conversation stands, and choose.',
    `The objective of this part of the conversation: ${state.objective}`,
    triedSection(state),
    list('Guidelines for this choice:', beyond(graph.navigationGuidelines, state.guidelines)),
    list('Exit conditions:', choicesOf(task, 'exit')),
    list('Actions:', choicesOf(task, 'action')),
    list('Tools:', toolsOf(task)),
    toolsOf(task).length === 0 ? '' : questionWithTools,
    task.purpose === 'navigate' && task.isEntered ? questionOnEntry : questions[task.purpose],
    `Answer with a JSON object: {${inOrder(order, '"choice": "<id of your choice>"', '"reason": "<one short sentence>"').join(', ')}}.`,
  );
}

/** Chosen before exits and actions, where it helps. */
const questionWithTools =
  'If a tool finds out or does what this part of the conversation needs now, and all that its input requires is known, choose the ' +
  'tool: you judge again with what comes of it. Never choose one again for the same purpose.';

function toolsOf(task: JudgeTask): readonly string[] {
  const instructions = new Map(task.tools?.offers.map(({ name, instruction }) => [name, instruction]));
  return task.choices.flatMap(({ id, kind, text }) => {
    const instruction = instructions.get(text) ?? '';
    return kind === 'tool' ? [`${id}: ${text}${instruction === '' ? '' : `: ${instruction}`}`] : [];
  });
}

function choicesOf(task: JudgeTask, kind: 'exit' | 'action'): readonly string[] {
  return task.choices
    .filter((choice) => choice.kind === kind)
    .map(({ id, text, leadsTo = '' }) => `${id}: ${text}${leadsTo === '' ? '' : ` (leads to: ${leadsTo})`}`);
}
