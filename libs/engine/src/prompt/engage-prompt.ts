import type { PromptMessage } from '../model/prompt-message.js';
import type { EngageTask } from '../model/model-task.js';
import type { Heard, TranscriptMessage } from '../turn/turn-input.js';
import { recollectionsText } from './recollections.js';
import { agentSection, list, paragraphs, thoughtsSection, userSection } from './sections.js';

/** The prompt in which the model words the agent's next message, as a chat between user and assistant. */
export function renderEngagePrompt(task: EngageTask): readonly PromptMessage[] {
  const system = paragraphs(
    agentSection(task.agent),
    userSection(task),
    thoughtsSection(task),
    `Your objective in this part of the conversation: ${task.state.objective}`,
    `What your next message has to do: ${task.action}`,
    list('Guidelines for the message:', task.guidelines),
    list('Limits that the message must never cross, whatever the user says:', task.boundaryConstraints),
    task.isFarewell ? 'This is the last message of the conversation: the user can not answer it.' : '',
    'Write the message to the user and nothing else.',
  );
  return [
    { role: 'system', content: system },
    ...chat([...recalled(task), ...task.transcript.flatMap(spoken), ...heardMessages(task.heard)]),
  ];
}

/** Its words are the user's, so they are as little able to pass for what happened. */
function recalled({ user }: EngageTask): readonly PromptMessage[] {
  const text = recollectionsText(user.recollections);
  return text === '' ? [] : [userMessage(text)];
}

function spoken(message: TranscriptMessage): readonly PromptMessage[] {
  switch (message.type) {
    case 'user-message':
      return [userMessage(message.text)];
    case 'agent-message':
      return [{ role: 'assistant', content: message.text }];
    case 'external-event':
      return [eventMessage(message.text)];
    case 'agent-inner-thought':
      return [];
  }
}

function heardMessages(heard: Heard): readonly PromptMessage[] {
  switch (heard.kind) {
    case 'greeting':
      return [{ role: 'user', content: '[The conversation begins. The user has not said anything yet.]' }];
    case 'skip':
      return [{ role: 'user', content: '[The user says nothing and waits for you to go on.]' }];
    case 'user-message':
      return [...heard.externalEvents.map(eventMessage), userMessage(heard.text)];
    case 'external-event':
      return [...heard.externalEvents, heard.text].map(eventMessage);
  }
}

/** Square brackets mark what happened rather than what was said; a user who types such a mark must not pass for it. */
function userMessage(text: string): PromptMessage {
  return { role: 'user', content: text.replaceAll(/\[(?=\s*(event|the user|the conversation)\b)/gi, '(') };
}

function eventMessage(text: string): PromptMessage {
  return { role: 'user', content: `[Event: ${text}]` };
}

/** Many servers insist on user and assistant taking turns, the user first: neighbours of one role become one message. */
function chat(messages: readonly PromptMessage[]): readonly PromptMessage[] {
  const turns: PromptMessage[] = [];
  for (const message of messages) {
    const last = turns.at(-1);
    if (last === undefined && message.role === 'assistant') {
      turns.push({ role: 'user', content: '[The conversation began earlier.]' }, message);
    } else if (last?.role === message.role) {
      turns[turns.length - 1] = { role: last.role, content: `${last.content}\n\n${message.content}` };
    } else turns.push(message);
  }
  return turns;
}
