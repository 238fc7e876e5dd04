import type { ArgumentsTask } from '../model/model-task.js';
import type { PromptMessage } from '../model/prompt-message.js';
import { fence } from './fence.js';
import { prompt } from './prompt.js';
import { list } from './sections.js';

/** The prompt for the input of a tool's call. */
export function renderArgumentsPrompt(task: ArgumentsTask): readonly PromptMessage[] {
  const { state, tool, guidelines } = task;
  return prompt(
    task,
    `Do not write to the user now: call the tool "${tool.name}". Word its input.`,
    `The objective of this part of the conversation: ${state.objective}`,
    tool.instruction === '' ? '' : `How to use the tool: ${tool.instruction}`,
    list('Guidelines for its input:', guidelines),
    knownValues(task),
    'Take each value from the conversation and from what is known. Never invent one: leave out what nobody has said. Write dates as ' +
      'YYYY-MM-DD and times as HH:MM, unless the schema says otherwise.',
    `The form of the input, as JSON Schema:\n${fence('input_schema', [tool.inputSchema])}`,
    refusal(task),
    'Answer with the input alone: one JSON object.',
  );
}

function knownValues({ known }: ArgumentsTask): string {
  if (Object.keys(known).length === 0) return '';
  return `These values are known already:\n${fence('known_values', [known])}`;
}

function refusal({ refused }: ArgumentsTask): string {
  if (refused === null) return '';
  const { input, reason } = refused;
  return `The tool has refused this input. Correct it:\n${fence('refused', [{ input, reason }])}`;
}
