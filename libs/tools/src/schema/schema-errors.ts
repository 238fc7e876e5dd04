import type { ErrorObject } from 'ajv';

const maxErrors = 8;
const maxCharacters = 1_000;

/** What is wrong with an input, in words for the model that worded it. */
export function describeErrors(errors: readonly ErrorObject[]): string {
  const words = errors.slice(0, maxErrors).map(describe);
  if (errors.length > maxErrors) words.push(`and ${errors.length - maxErrors} more`);
  return words.join('; ').slice(0, maxCharacters);
}

function describe({ instancePath, keyword, message = 'is not valid', params }: ErrorObject): string {
  const place = instancePath === '' ? 'the input' : instancePath;
  return `${place} ${message}${detail(keyword, params as Readonly<Record<string, unknown>>)}`;
}

function detail(keyword: string, params: Readonly<Record<string, unknown>>): string {
  if (keyword === 'enum') return `: ${JSON.stringify(params['allowedValues'])}`;
  if (keyword === 'const') return `: ${JSON.stringify(params['allowedValue'])}`;
  if (keyword === 'additionalProperties') return `: ${String(params['additionalProperty'])}`;
  return '';
}
