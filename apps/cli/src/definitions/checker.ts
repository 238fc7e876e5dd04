import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { CommandFailed } from '../exit-codes.js';
import type { Definition } from './definition.js';
import type { Components, Kind } from './kinds.js';
import { normalForm, type SchemaDocument } from './normal-form.js';

/** Says of the files of one kind what is wrong, and brings them into the form in which they are compared. */
export interface Checker {
  /** For editors: JSON schema, draft 2020-12. */
  readonly schema: object;
  /** @returns what is wrong, a line each */
  problems(definition: Definition): readonly string[];
  normal(definition: Definition): Definition;
}

/** @param openApi the service's own description of its routes */
export function checkerOf(kind: Kind, openApi: string): Checker {
  const schemas = schemasIn(openApi.replaceAll('#/components/schemas/', '#/$defs/'));
  const fileSchema = strict(kind.schema(schemas)) as object;
  const $defs = strict(used(fileSchema, schemas)) as Components;
  const document: SchemaDocument = { $defs };
  const schema = { $schema: 'https://json-schema.org/draft/2020-12/schema', ...fileSchema, $defs };
  let check: ValidateFunction | undefined;
  return {
    schema,
    problems(definition) {
      check ??= compiled(schema);
      return check(definition) ? [] : told(check.errors ?? []);
    },
    normal: (definition) => normalForm(definition, fileSchema, document) as Definition,
  };
}

/** @throws CommandFailed where it is another document: something else answers at that address */
function schemasIn(openApi: string): Components {
  try {
    const document = JSON.parse(openApi) as { readonly components?: { readonly schemas?: Components } };
    if (document.components?.schemas) return document.components.schemas;
  } catch {
    // Said below.
  }
  throw new CommandFailed(
    "What answers there is not the service: its description of its routes can't be read.",
  );
}

function compiled(schema: object): ValidateFunction {
  // `discriminator` is a word of OpenAPI, not of JSON schema.
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  ajvFormats.default(ajv);
  return ajv.compile(schema);
}

const most = 20;

function told(errors: readonly ErrorObject[]): readonly string[] {
  const once = [...new Set(ofWhatWasMeant(errors).map(sentence))];
  return once.length > most ? [...once.slice(0, most), `and ${once.length - most} more`] : once;
}

/** Without what other kinds of states would want: a choice that fails tells of each. */
function ofWhatWasMeant(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const otherKinds = errors.flatMap(({ keyword, instancePath, schemaPath }) =>
    keyword === 'const' && instancePath.endsWith('/type')
      ? [
          {
            at: instancePath.slice(0, -'/type'.length),
            schema: schemaPath.slice(0, -'properties/type/const'.length),
          },
        ]
      : [],
  );
  return errors.filter(
    ({ keyword, instancePath, schemaPath }) =>
      !['oneOf', 'anyOf'].includes(keyword) &&
      !otherKinds.some(({ at, schema }) => instancePath.startsWith(at) && schemaPath.startsWith(schema)),
  );
}

function sentence({ instancePath, message = 'is wrong', params }: ErrorObject): string {
  const { additionalProperty, allowedValues } = params as Readonly<Record<string, unknown>>;
  const place = instancePath === '' ? 'the file' : instancePath.slice(1).replaceAll('/', '.');
  if (typeof additionalProperty === 'string') return `${place} has no field "${additionalProperty}"`;
  return `${place} ${message}${Array.isArray(allowedValues) ? `: ${allowedValues.join(', ')}` : ''}`;
}

/** Without fields that the schema does not name: in a file they are slips. The service's own schemas leave that open. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, strict(part)]));
  const isClosed = parts['type'] === 'object' && 'properties' in parts && !('additionalProperties' in parts);
  return isClosed ? { ...parts, additionalProperties: false } : parts;
}

/** The schemas that one refers to, and those that these refer to. */
function used(schema: object, all: Components): Components {
  const names = new Set<string>();
  const follow = (text: string) => {
    for (const [, name = ''] of text.matchAll(/"#\/\$defs\/([^"]+)"/g)) {
      if (names.has(name)) continue;
      names.add(name);
      follow(JSON.stringify(all[name] ?? {}));
    }
  };
  follow(JSON.stringify(schema));
  return Object.fromEntries([...names].map((name) => [name, all[name] ?? {}]));
}
