// Fields of a request, as a route takes them and hands them on: `title:string`, or `title:string?` when it may be absent.
import { parseField } from './proto.mjs';

const inBody = {
  string: 'str1',
  bool: 'z.boolean()',
  int32: 'z.int()',
  int64: 'z.int()',
  double: 'z.number()',
};
const inQuery = {
  string: 'z.string()',
  bool: 'flag',
  int32: 'wholeNumber(0, 2 ** 31 - 1)',
  int64: 'wholeNumber(0, Number.MAX_SAFE_INTEGER)',
};
const helpers = { '../../wire/text.js': ['str1'], '../../wire/query.js': ['flag', 'wholeNumber'] };
const examples = { string: "'a'", bool: 'true', int32: '1', int64: '1', double: '1.5' };

export const camel = (name) => name.replace(/_(\w)/g, (_match, letter) => letter.toUpperCase());

/** @param {'body' | 'query'} part */
export function requestFields(specifications, part) {
  const types = part === 'body' ? inBody : inQuery;
  const parsed = specifications.map((specification) => parseField(specification, Object.keys(types)));
  const schemaOf = ({ type, isOptional }) =>
    `${types[type]}${isOptional ? (part === 'body' ? '.nullish()' : '.optional()') : ''}`;
  const required = parsed.filter(({ isOptional }) => !isOptional);
  const isUsed = (helper) => parsed.some(({ type }) => types[type].startsWith(helper));
  return {
    /** The members of the zod object. */
    schema: parsed.map((field) => `${field.name}: ${schemaOf(field)},`).join('\n'),
    /** What the schema needs: module → names. */
    imports: Object.fromEntries(
      Object.entries(helpers)
        .map(([module, names]) => [module, names.filter((name) => isUsed(name))])
        .filter(([, names]) => names.length > 0),
    ),
    /** An object that the schema takes. Query parameters are text. */
    example: `{ ${required
      .map(
        ({ name, type }) =>
          `${name}: ${part === 'query' && type !== 'string' ? `'${examples[type]}'` : examples[type]}`,
      )
      .join(', ')} }`,
  };
}
