import type { Scene } from '../model/model-task.js';
import { estimatedTokens, maxTokens } from './estimated-tokens.js';
import { shortened } from './shortened.js';
import { transcriptWindow, tokens } from './transcript-window.js';
import { resultText } from '../tools/persistence.js';
import type { SceneTools, ShownToolCall } from '../model/tool-task.js';
import type { InteractionInput } from '../input/turn-request.js';

/**
 * A scene with its growing parts cut to their share of a prompt. The transcript and the input get `most` estimated tokens
 * each, calls of tools as much together. The newest notes about the user, the first recollections and the summary get a quarter of that each.
 */
export function fittingScene(scene: Scene, most: number): Scene {
  const { user, transcript, input, summary, tools } = scene;
  const quarter = Math.floor(most / 4);
  const notes = within(quarter, user.additionalContext.toReversed(), (note) => note).toReversed();
  const recollections = within(quarter, user.recollections, ({ content, context }) => content + context);
  return {
    ...scene,
    user: { ...user, additionalContext: notes, recollections },
    ...(summary === undefined ? {} : { summary: shortened(summary, quarter, estimatedTokens) }),
    transcript: transcriptWindow(transcript, tokens(most)),
    input: shortenedInput(input, most),
    ...(tools === undefined ? {} : { tools: fittingTools(tools, most) }),
  };
}

/** The newest calls, each with at most a quarter of the size. */
function fittingTools(tools: SceneTools, most: number): SceneTools {
  const cut = (call: ShownToolCall): ShownToolCall => {
    const text = resultText(call.result);
    const quarter = Math.floor(most / 4);
    const isShort = maxTokens(text.length) <= quarter || estimatedTokens(text) <= quarter;
    return isShort ? call : { ...call, result: shortened(text, quarter, estimatedTokens) };
  };
  const calls = within(most, tools.calls.map(cut).toReversed(), (call) => JSON.stringify(call));
  return { ...tools, calls: calls.toReversed() };
}

function shortenedInput(input: InteractionInput, most: number): InteractionInput {
  if (input.kind === 'greeting' || input.kind === 'skip') return input;
  const cut = (text: string): string =>
    maxTokens(text.length) <= most ? text : shortened(text, most, estimatedTokens);
  return { ...input, text: cut(input.text), externalEvents: input.externalEvents.map(cut) };
}

/** As many from the beginning as fit. */
function within<Item>(most: number, items: readonly Item[], textOf: (item: Item) => string): readonly Item[] {
  let left = most;
  const end = items.findIndex((item) => (left -= estimatedTokens(textOf(item))) < 0);
  return end < 0 ? items : items.slice(0, end);
}
