import { validationError, type FieldError } from '@svc/errors';
import type { z } from 'zod';
import type { ClassicGraph } from './graph-schema.js';
import { brokenRules } from './graph-rules.js';
import { classicGraphSchema } from './graph-schema.js';

/**
 * All errors in a context graph, in the order of its fields; empty when it can be stored and walked. Rules across states are checked
 * only once every field is well-formed.
 * @param at path of the graph in the request, for `loc`; a version body is the body itself
 */
export function validateGraph(graph: unknown, at: FieldError['loc'] = ['body']): readonly FieldError[] {
  const parsed = classicGraphSchema.safeParse(graph);
  if (!parsed.success) return parsed.error.issues.map((issue) => toFieldError(issue, at));
  return brokenRules(parsed.data, at);
}

/**
 * The graph with texts trimmed and unknown keys dropped.
 * @throws DomainError `validation_failed` naming each broken field
 */
export function parseGraph(graph: unknown, at: FieldError['loc'] = ['body']): ClassicGraph {
  const errors = validateGraph(graph, at);
  if (errors.length > 0) throw validationError(errors);
  return classicGraphSchema.parse(graph);
}

function toFieldError(issue: z.core.$ZodIssue, at: FieldError['loc']): FieldError {
  const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
  const isMissing =
    issue.code === 'invalid_type' && issue.input === undefined && issue.message.includes('undefined');
  return { loc: [...at, ...path], msg: issue.message, type: isMissing ? 'missing' : 'value_error' };
}
