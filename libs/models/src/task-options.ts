import type { LanguageModelV4CallOptions, SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { ModelTask } from '@svc/engine';

/** Key of a call's structured task. Models behind HTTP don't send it. */
const namespace = 'svc';

/** The task as provider options: for a model that follows rules instead of the prompt. */
export function taskOptions(task: ModelTask): SharedV4ProviderOptions {
  // A task is JSON by its type; only `readonly` keeps it from being a JSONObject.
  return { [namespace]: { task } } as unknown as SharedV4ProviderOptions;
}

/** The task of a call; null when it was not made through `createModelPort`. */
export function taskOf({ providerOptions }: LanguageModelV4CallOptions): ModelTask | null {
  const task = providerOptions?.[namespace]?.['task'];
  if (typeof task !== 'object' || task === null || !('type' in task)) return null;
  return isTaskType(task['type']) ? (task as unknown as ModelTask) : null;
}

function isTaskType(type: unknown): type is ModelTask['type'] {
  return type === 'judge' || type === 'engage' || type === 'summarize';
}
