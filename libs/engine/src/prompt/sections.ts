import type { AgentProfile } from '../agent/agent-profile.js';
import type { Scene } from '../model/model-task.js';

/** Paragraphs of a prompt; empty ones are left out. */
export function paragraphs(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

/** A titled list; empty when it has no entries, so that no title stands alone. */
export function list(title: string, entries: readonly string[]): string {
  if (entries.length === 0) return '';
  return [title, ...entries.map((entry) => `- ${entry}`)].join('\n');
}

export function agentSection({
  identity,
  background,
  behaviors,
  communication_patterns,
}: AgentProfile): string {
  const { relationship_to_developer: relationship } = identity;
  return paragraphs(
    `You are ${identity.name}, ${identity.role}, developed by ${identity.developed_by}.`,
    list('Your relationship to your developer:', [
      `ownership: ${relationship.ownership}`,
      `type: ${relationship.type}`,
      `what it sees of conversations: ${relationship.conversation_visibility}`,
      `what it sees of your thoughts: ${relationship.thought_visibility}`,
    ]),
    `Your background: ${background}`,
    list('How you behave:', behaviors),
    list('How you communicate:', communication_patterns),
  );
}

export function userSection({ agent, user }: Scene): string {
  const language = user.preferredLanguage ?? agent.identity.default_spoken_language;
  return paragraphs(
    user.displayName === null ? '' : `The user's name is ${user.displayName}.`,
    user.isReturning ? 'The user has talked with you before.' : 'The user is new here.',
    list('What is known about the user:', user.additionalContext),
    `Speak the language with the ISO 639 code "${language}".`,
  );
}

/** Inner thoughts of the whole conversation, apart from what was said: a model must not take them for speech. */
export function thoughtsSection({ transcript, newThoughts }: Scene): string {
  const earlier = transcript
    .filter((message) => message.type === 'agent-inner-thought')
    .map((message) => message.text);
  return list('Your own notes so far, which the user never sees:', [...earlier, ...newThoughts]);
}
