import { compilePattern, type PatternRefusal } from '@svc/patterns';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { charactersUpTo } from '../../wire/text.js';
import { actionTypes } from './action-types.js';

/** Whether the caller wants actions of this type. */
export type ActionFilter = (actionType: string) => boolean;

const maxPattern = 256;
const messages: Record<PatternRefusal, string> = {
  not_a_pattern:
    'must be a regular expression of RE2, which has no back-references; of look-around it may hold (?!…) after a ^ at ' +
    'its beginning, to exclude types of actions: ^(?!tool-call).*$',
  too_large:
    'is too large once its counted repetitions are written out; * and + are small, and so are counts below 100 that ' +
    'stand alone',
};
/** Cached: clients send the same few patterns again and again. */
const compiled = new LRUCache<string, ActionFilter>({ max: 100 });

/** `current_agent_action_type`: the caller's pattern. It may match anywhere in the name. */
export const ActionFilterParameter = z
  .string()
  .refine(...charactersUpTo(maxPattern))
  .transform((pattern, context): ActionFilter => {
    const filter = compiled.get(pattern) ?? compile(pattern);
    if (typeof filter === 'function') return filter;
    context.addIssue({ code: 'custom', message: messages[filter], input: pattern });
    return z.NEVER;
  });

/** All types that clients know. */
export const anyAction: ActionFilter = (type) => actionTypes.has(type);

/** The list of types is closed, so each pattern is matched once against all of them. */
function compile(pattern: string): ActionFilter | PatternRefusal {
  const matches = compilePattern(pattern);
  if (typeof matches === 'string') return matches;
  const wanted = new Set([...actionTypes].filter((type) => matches(type)));
  const filter: ActionFilter = (type) => wanted.has(type);
  compiled.set(pattern, filter);
  return filter;
}
