import type { ReflectTask } from '../model/model-task.js';
import type { PromptMessage } from '../model/prompt-message.js';
import { prompt } from './prompt.js';

/** The prompt for a thought that only the agent sees. */
export function renderReflectPrompt(task: ReflectTask): readonly PromptMessage[] {
  return prompt(
    task,
    'Do not write to the user now: think, and write down for yourself what follows for the next steps.',
    `What to think about: ${task.state.objective}`,
    'Rely on what the conversation shows and on what is known of the user. Say so where something is not known.',
    `Write the thought and nothing else: at most ${task.wordLimit} words, in plain sentences without JSON or tags.`,
  );
}
