import type { JsonObject } from '@svc/kernel';
import type { Scene } from '../model/model-task.js';
import type { PromptMessage } from '../model/prompt-message.js';
import type { TranscriptMessage } from '../input/transcript-message.js';
import type { InteractionInput } from '../input/turn-request.js';
import { fence } from './fence.js';
import { plainSpeech } from './plain-speech.js';
import { paragraphs } from './sections.js';
import { summaryText } from './summary.js';
import { userData } from './user-data.js';

/** Lines of data for the agent, or its own text. */
type Part = { readonly line: JsonObject } | { readonly words: string };

const silence: JsonObject = { silence: 'The user says nothing.' };

/**
 * The transcript as a chat that ends with this turn's input. It grows only at its end, and earlier text never changes, so a
 * provider can cache its tokens. User and assistant alternate, the user first, since many servers require it.
 */
export function conversation(scene: Scene): readonly PromptMessage[] {
  const { transcript, user, input, summary } = scene;
  const key = JSON.stringify([user.displayName, user.isReturning, user.additionalContext, input, summary]);
  const known = chats.get(transcript);
  if (known?.key === key) return known.messages;
  const messages = chat(scene, [...transcript.flatMap(spoken), ...inputLines(input)], [silence]);
  chats.set(transcript, { key, messages });
  return messages;
}

/** Shared by all calls of a turn. */
const chats = new WeakMap<
  readonly TranscriptMessage[],
  { readonly key: string; readonly messages: readonly PromptMessage[] }
>();

/** The same without this turn's input. It may end with text of the agent. */
export function earlierConversation(scene: Scene): readonly PromptMessage[] {
  return chat(scene, scene.transcript.flatMap(spoken), []);
}

/** @param nothing the last text where there is no input */
function chat(
  { user, summary }: Scene,
  parts: readonly Part[],
  nothing: readonly JsonObject[],
): readonly PromptMessage[] {
  const messages: PromptMessage[] = [];
  let lines: JsonObject[] = [];
  const listen = (otherwise: readonly JsonObject[]): void => {
    const input = lines.length === 0 ? otherwise : lines;
    const text = input.length === 0 ? '' : fence('heard', input);
    const before = messages.length === 0 ? [userData(user), summaryText(summary)] : [];
    messages.push({ role: 'user', content: paragraphs(...before, text) });
    lines = [];
  };
  for (const part of parts) {
    if ('line' in part) lines.push(part.line);
    else {
      listen([silence]);
      messages.push({ role: 'assistant', content: plainSpeech(part.words) });
    }
  }
  listen(nothing);
  return messages;
}

function spoken({ type, text }: TranscriptMessage): readonly Part[] {
  switch (type) {
    case 'user-message':
      return [{ line: { user: text } }];
    case 'agent-message':
      return [{ words: text }];
    case 'external-event':
      return [{ line: { event: text } }];
    // Not part of the chat: the task has it.
    case 'agent-inner-thought':
      return [];
  }
}

function inputLines(input: InteractionInput): readonly Part[] {
  switch (input.kind) {
    case 'greeting':
    case 'skip':
      return [];
    case 'user-message':
      return [...input.externalEvents.map(event), { line: { user: input.text } }];
    case 'external-event':
      return [...input.externalEvents, input.text].map(event);
  }
}

function event(text: string): Part {
  return { line: { event: text } };
}
