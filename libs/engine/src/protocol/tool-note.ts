import type { ToolCall, ToolOutcome } from '../input/tool-call.js';

/** Subject of the ids of commits in the middle of a turn. Their answers are recorded: the turn goes on with them. */
export const notesCommit = 'c.tools';

/** What is stored of tools. It stands even where the turn is void. */
export type ToolNote =
  /** Comes before the call, where it has effects or may outlive its turn. */
  | { readonly type: 'intent'; readonly call: ToolCall }
  | { readonly type: 'outcome'; readonly call: ToolCall; readonly outcome: ToolOutcome };
