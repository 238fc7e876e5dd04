import type { CallValues } from '../runner/tool-call.js';
import { DefinitionError } from './input-rejection.js';

const placeholder = /\{\{\s*([A-Za-z_][A-Za-z0-9_]{0,63})\s*\}\}/g;

/**
 * Puts variables and secrets where a text of a definition says `{{NAME}}`. Values are put in once: what they hold is text.
 * @throws DefinitionError for a name without a value
 */
export function placeValues(
  text: string,
  { variables, secrets }: CallValues,
  written: (value: string) => string = (value) => value,
): string {
  return text.replaceAll(placeholder, (_whole, name: string) => {
    const value = ownValue(secrets, name) ?? ownValue(variables, name);
    if (value === undefined) throw new DefinitionError(`The value ${name} of this tool is not set.`);
    return written(value);
  });
}

function ownValue(values: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
