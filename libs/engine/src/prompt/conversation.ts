import type { JsonObject } from '@svc/kernel';
import type { Scene } from '../model/model-task.js';
import type { PromptMessage } from '../model/prompt-message.js';
import type { Heard, TranscriptMessage } from '../turn/turn-input.js';
import { fence } from './fence.js';
import { userData } from './user-data.js';

/** Lines of data that the agent hears, or its own words. */
type Part = { readonly line: JsonObject } | { readonly words: string };

const silence: JsonObject = { silence: 'The user says nothing.' };

/**
 * What was said, as a chat that ends with what was heard now. It grows at its end alone: what was said before stands in the
 * same words in the next prompt, so that its tokens can be taken from a cache. User and assistant take turns, the user
 * first, since many servers insist on it.
 */
export function conversation({ user, transcript, heard }: Scene): readonly PromptMessage[] {
  const messages: PromptMessage[] = [];
  let lines: JsonObject[] = [];
  const listen = (): void => {
    const text = fence('heard', lines.length === 0 ? [silence] : lines);
    messages.push({ role: 'user', content: messages.length === 0 ? `${userData(user)}\n\n${text}` : text });
    lines = [];
  };
  for (const part of [...transcript.flatMap(spoken), ...heardLines(heard)]) {
    if ('line' in part) lines.push(part.line);
    else {
      listen();
      messages.push({ role: 'assistant', content: part.words });
    }
  }
  listen();
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
    // Not said: the task holds it.
    case 'agent-inner-thought':
      return [];
  }
}

function heardLines(heard: Heard): readonly Part[] {
  switch (heard.kind) {
    case 'greeting':
    case 'skip':
      return [];
    case 'user-message':
      return [...heard.externalEvents.map(event), { line: { user: heard.text } }];
    case 'external-event':
      return [...heard.externalEvents, heard.text].map(event);
  }
}

function event(text: string): Part {
  return { line: { event: text } };
}
