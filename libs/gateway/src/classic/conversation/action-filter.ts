import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';
import { z } from 'zod';
import { actionTypes } from './action-types.js';

/** Whether an action of this type is wanted. */
export type ActionFilter = (actionType: string) => boolean;

const longestPattern = 256;
const notAPattern = 'must be a regular expression of RE2, which has neither look-around nor back-references';
/** Clients send the same few patterns again and again; each compiles in well under a millisecond. */
const compiled = new LRUCache<string, ActionFilter>({ max: 100 });

/**
 * `current_agent_action_type`: a pattern of the caller's, so it runs on an engine of linear time: no pattern can hold the
 * process up. It is searched for, not anchored.
 */
export const ActionFilterParameter = z
  .string()
  .max(longestPattern)
  .transform((pattern, context): ActionFilter => {
    const filter = compiled.get(pattern) ?? compile(pattern);
    if (filter) return filter;
    context.addIssue({ code: 'custom', message: notAPattern, input: pattern });
    return z.NEVER;
  });

/** All that clients know. */
export const anyAction: ActionFilter = (type) => actionTypes.has(type);

/** The list of types is closed, so that every pattern is judged once for all of them. */
function compile(pattern: string): ActionFilter | undefined {
  try {
    const expression = RE2JS.compile(pattern);
    const wanted = new Set([...actionTypes].filter((type) => expression.matcher(type).find()));
    const filter: ActionFilter = (type) => wanted.has(type);
    compiled.set(pattern, filter);
    return filter;
  } catch {
    return undefined;
  }
}
