import type { Choice, JudgeTask, ShownToolCall, ToolOffer } from '@svc/engine';
import { canonicalJson } from '@svc/kernel';
import { inputText } from '../words/input-text.js';
import { contentTokens } from '../words/tokens.js';
import { inputOf } from './input-of.js';

/** A tool to call now. */
export interface ChosenTool {
  readonly choice: Choice;
  readonly because: string;
}

/** The first tool whose required input is known, and which was not called with it; null where there is none. */
export function chosenTool(task: JudgeTask): ChosenTool | null {
  const { offers = [], calls = [] } = task.tools ?? {};
  for (const choice of task.choices) {
    const offer = choice.kind === 'tool' ? offers.find(({ name }) => name === choice.text) : undefined;
    if (offer === undefined) continue;
    const { input, missing } = inputOf(offer, task);
    if (missing.length > 0 || wasCalled(offer, input, calls)) continue;
    if (Object.keys(input).length > 0 || isCalledFor(offer, task))
      return { choice, because: `all that the tool "${offer.name}" requires is known` };
  }
  return null;
}

/** An effect is not asked for twice, whatever came of it; a look-up not with the same input, or after a failure. */
function wasCalled(
  { name, hasEffects }: ToolOffer,
  input: ReturnType<typeof inputOf>['input'],
  calls: readonly ShownToolCall[],
): boolean {
  const own = calls.filter(({ tool }) => tool === name);
  const isSame = (call: ShownToolCall): boolean => canonicalJson(call.input) === canonicalJson(input);
  return own.some(
    (call) => isSame(call) || call.status === 'running' || (hasEffects && call.status === 'unknown'),
  );
}

/** Whether a tool without input fits what the user says. */
function isCalledFor({ name, description, instruction }: ToolOffer, task: JudgeTask): boolean {
  const about = contentTokens(`${name.replaceAll(/[_-]+/g, ' ')}. ${description}. ${instruction}`);
  const said = new Set(contentTokens(inputText(task.input)).map(({ stem }) => stem));
  return about.some(({ stem }) => said.has(stem));
}
