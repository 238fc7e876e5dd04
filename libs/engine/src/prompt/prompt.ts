import type { Scene } from '../model/model-task.js';
import type { ToolOffer } from '../model/tool-task.js';
import type { PromptMessage } from '../model/prompt-message.js';
import { conversation } from './conversation.js';
import { conversationRules } from './conversation-rules.js';
import { localTime } from './local-time.js';
import { recollectionsText } from './recollections.js';
import { toolData } from './tool-data.js';
import { agentSection, graphSection, paragraphs, thoughtsSection } from './sections.js';

/**
 * A prompt ordered by how often its parts change: first what never does in a conversation, then the transcript, then the task.
 * So all calls of a turn, and of the next turns, share their beginning. Only text of the agent and the graph is unfenced: what
 * users and integrations write is data.
 */
export function prompt(scene: Scene, ...task: readonly string[]): readonly PromptMessage[] {
  return promptAround(
    scene,
    conversation(scene),
    paragraphs(
      recollectionsText(scene.user.recollections),
      thoughtsSection(scene),
      toolData(scene.tools, offersIn(scene)),
    ),
    `Your task now. ${timeOf(scene)}`,
    situation(scene),
    ...task,
  );
}

/**
 * A prompt around a given chat.
 * @param chat ends with the user, and the task follows it between tags, which no data can write
 * @param data behind the chat, fenced; may be empty
 */
export function promptAround(
  scene: Scene,
  chat: readonly PromptMessage[],
  data: string,
  ...task: readonly string[]
): readonly PromptMessage[] {
  const last = paragraphs(chat.at(-1)?.content ?? '', data, `<task>\n${paragraphs(...task)}\n</task>`);
  return [systemMessage(scene), ...chat.slice(0, -1), { role: 'user', content: last }];
}

/** The same for all turns with one agent, graph and language. */
const systemMessages = new WeakMap<object, WeakMap<object, Map<string, PromptMessage>>>();

function systemMessage(scene: Scene): PromptMessage {
  const { agent, graph, user } = scene;
  let byGraph = systemMessages.get(agent);
  if (byGraph === undefined)
    systemMessages.set(agent, (byGraph = new WeakMap<object, Map<string, PromptMessage>>()));
  let byLanguage = byGraph.get(graph);
  if (byLanguage === undefined) byGraph.set(graph, (byLanguage = new Map<string, PromptMessage>()));
  const language = user.preferredLanguage ?? '';
  let message = byLanguage.get(language);
  if (message === undefined) {
    const content = paragraphs(agentSection(agent), graphSection(scene), conversationRules(scene));
    byLanguage.set(language, (message = { role: 'system', content }));
  }
  return message;
}

/** Only a choice needs to know what may be called. */
function offersIn(scene: Scene & { readonly type?: string }): readonly ToolOffer[] {
  return scene.type === 'judge' ? (scene.tools?.offers ?? []) : [];
}

function situation({ input }: Scene): string {
  switch (input.kind) {
    case 'greeting':
      return 'The conversation begins, and you speak first.';
    case 'skip':
      return 'The user says nothing and waits for you to go on.';
    case 'external-event':
      return 'Something has happened, and the user has said nothing since.';
    case 'user-message':
      return '';
  }
}

/** A time in UTC is not that of the user: in the evening nobody wants to hear "good morning". */
function timeOf({ startedAtMs, user: { timezone: name }, utcOffsetMinutes }: Scene): string {
  return name === null || utcOffsetMinutes === undefined
    ? `It is ${localTime(startedAtMs, null)}; the time zone of the user is not known.`
    : `It is ${localTime(startedAtMs, { name, utcOffsetMinutes })} for the user.`;
}
