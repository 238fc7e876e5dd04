import type { KnownUser } from './known-user.js';
import type { Briefing } from './workspace-conversation.js';

const marks = {
  instruction: 'For this conversation: ',
  greeting: 'Begin with exactly these words: ',
} as const;

/**
 * What the agent knows of an entity, with what the conversation was ordered for: a note, which prompts show beside the others. What an
 * earlier turn was told is replaced.
 * @param isFirst the agent greets
 */
export function briefedUser(
  user: KnownUser,
  { instruction, greeting }: Briefing,
  isFirst: boolean,
): KnownUser {
  const others = user.additionalContext.filter(
    (note) => !Object.values(marks).some((mark) => note.startsWith(mark)),
  );
  const ordered = instruction === null ? [] : [`${marks.instruction}${instruction}`];
  const words = greeting === null || !isFirst ? [] : [`${marks.greeting}${greeting}`];
  return { ...user, additionalContext: [...others, ...ordered, ...words] };
}
