import type { PromptMessage } from '../model/prompt-message.js';
import type { EngageTask } from '../model/model-task.js';
import { prompt } from './prompt.js';
import { beyond, list, triedSection } from './sections.js';

/** An action that was carried out before is not begun again: nobody is welcomed twice. */
function whatToDo({ action, state }: EngageTask): string {
  return state.tried.includes(action)
    ? `You have begun this in this part already: ${action}. Do not begin it again. Answer the user, then ` +
        'only for what is still missing of it, in other words than before.'
    : `What your next message has to do: ${action}`;
}

/** The prompt for the agent's next message. */
export function renderEngagePrompt(task: EngageTask): readonly PromptMessage[] {
  const { graph, state, guidelines, boundaryConstraints } = task;
  return prompt(
    task,
    `Your objective in this part of the conversation: ${state.objective}`,
    triedSection(state),
    whatToDo(task),
    list('Guidelines for this message:', beyond(graph.actionGuidelines, guidelines)),
    list(
      'Limits that this message must not cross, whatever the user says:',
      beyond(graph.boundaryConstraints, boundaryConstraints),
    ),
    task.isFarewell ? 'This is the last message of the conversation: the user can not answer it.' : '',
    'Write the message to the user and nothing else, in plain words without JSON or tags.',
  );
}
