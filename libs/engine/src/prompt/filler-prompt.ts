import type { FillerTask } from '../model/model-task.js';
import type { PromptMessage } from '../model/prompt-message.js';
import { prompt } from './prompt.js';
import { list } from './sections.js';

/** The prompt for a phrase that is said while the user waits. */
export function renderFillerPrompt(task: FillerTask): readonly PromptMessage[] {
  return prompt(
    task,
    'Your next message takes a moment. Do not begin it now: word one short phrase that tells the user so.',
    list('What the phrase may say, as hints:', task.hints),
    list('You have said already, so say it in other words:', task.said),
    'Answer nothing, promise nothing, ask nothing, and claim no result. Write the phrase and nothing else: one sentence of at most ' +
      'twelve words, in plain words without JSON or tags.',
  );
}
