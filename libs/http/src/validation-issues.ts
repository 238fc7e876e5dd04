import type { FieldError } from '@svc/errors';
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;
type Location = readonly (string | number)[];

/**
 * The issues of a failed check in the `loc`, `msg`, `type` form; `type` uses the words of the published contract. Pass
 * `reportInput: true` to the check, to distinguish missing values from wrong ones.
 */
export function toFieldErrors(issues: readonly Issue[], loc: Location): readonly FieldError[] {
  return issues.flatMap((issue) => toFieldError(issue, [...loc, ...issue.path.map(pathPart)]));
}

function toFieldError(issue: Issue, loc: Location): readonly FieldError[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      loc: [...loc, key],
      msg: 'is not known here',
      type: 'extra_forbidden',
    }));
  if (issue.input === undefined && 'input' in issue) return [{ loc, msg: 'is required', type: 'missing' }];
  if (issue.code === 'invalid_key')
    return issue.issues.map((inner) => ({ loc, msg: `the key ${inner.message}`, type: typeOf(inner) }));
  if (isRepeatedParameter(issue, loc)) return [{ loc, msg: 'must be given once', type: 'too_long' }];
  return [{ loc, msg: issue.message, type: typeOf(issue) }];
}

/** Only a repeated key makes a list of a query parameter. */
function isRepeatedParameter({ code, input }: Issue, loc: Location): boolean {
  return loc[0] === 'query' && Array.isArray(input) && (code === 'invalid_type' || code === 'invalid_value');
}

function typeOf(issue: Issue): string {
  switch (issue.code) {
    case 'too_small':
      return sizeType(issue.origin, 'string_too_short', 'too_short', 'greater_than_equal');
    case 'too_big':
      return sizeType(issue.origin, 'string_too_long', 'too_long', 'less_than_equal');
    case 'invalid_type':
      return `${issue.expected}_type`;
    case 'invalid_format':
      return issue.format === 'regex' ? 'string_pattern_mismatch' : `${issue.format}_parsing`;
    case 'invalid_value':
      return 'enum';
    default:
      return 'value_error';
  }
}

function sizeType(origin: string, ofString: string, ofItems: string, ofNumber: string): string {
  if (origin === 'string') return ofString;
  return origin === 'number' || origin === 'int' ? ofNumber : ofItems;
}

function pathPart(part: PropertyKey): string | number {
  return typeof part === 'number' ? part : String(part);
}
