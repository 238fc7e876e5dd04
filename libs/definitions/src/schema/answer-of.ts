import { z } from 'zod';

type Answer<Schema extends z.ZodType> = z.ZodType<z.output<Schema>, z.output<Schema>>;
type AnswerShape<Shape extends z.ZodRawShape> = {
  readonly [Key in keyof Shape]: z.ZodType<z.output<Shape[Key]>, z.output<Shape[Key]>>;
};

const answers = new WeakMap<z.core.$ZodType, z.ZodType>();

/**
 * How the API answers what this schema has parsed: every key is there and no other, and what a request must obey (bounds,
 * defaults) is gone. A schema with the name `XRequest` is answered as `X`, one with the name `X` as `XResponse`.
 * @throws TypeError for a schema that no body of ours has
 */
export function answerOf<Schema extends z.ZodType>(schema: Schema): Answer<Schema> {
  let answer = answers.get(schema);
  if (!answer) {
    answer = answerTo(schema);
    const id = z.globalRegistry.get(schema)?.id;
    if (id !== undefined) answer = answer.meta({ id: answerName(id) });
    answers.set(schema, answer);
  }
  return answer as Answer<Schema>;
}

/** The same of each key of an object. */
export function answerShape<Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>): AnswerShape<Shape> {
  const entries = Object.entries(shape).map(([key, value]) => [key, answerOf(value as z.ZodType)]);
  return Object.fromEntries(entries) as AnswerShape<Shape>;
}

/** A document has both, so they differ. */
function answerName(id: string): string {
  return id.endsWith('Request') ? id.slice(0, -'Request'.length) : `${id}Response`;
}

function answerTo(schema: z.core.$ZodType): z.ZodType {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const inner = (part: z.core.$ZodType) => answerOf(part as z.ZodType);
  switch (def.type) {
    case 'object':
      return z.strictObject(answerShape(schema as z.ZodObject));
    case 'array':
      return z.array(inner(def.element));
    case 'tuple':
      return z.tuple(def.items.map(inner) as [z.ZodType, ...z.ZodType[]]);
    case 'record':
      return z.record(z.string(), inner(def.valueType));
    case 'nullable':
      return inner(def.innerType).nullable();
    case 'default':
    case 'prefault':
      return inner(def.innerType);
    case 'readonly':
      return inner(def.innerType);
    case 'pipe':
      return inner(def.out);
    case 'union':
      return unionOf(schema, def.options.map(inner));
    case 'string':
      return ofFormat(schema as z.ZodString);
    case 'number':
      return (schema as z.ZodNumber).isInt ? z.int() : z.number();
    case 'enum':
    case 'literal':
    case 'boolean':
    case 'unknown':
      return schema as z.ZodType;
    default:
      throw new TypeError(`No answer is declared for a schema of the type ${def.type}.`);
  }
}

function unionOf(schema: z.core.$ZodType, options: readonly z.ZodType[]): z.ZodType {
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const alternatives = options as unknown as [z.ZodObject, ...z.ZodObject[]];
    return z.discriminatedUnion(schema._zod.def.discriminator, alternatives);
  }
  return z.union(options);
}

/** Ids keep their format, which clients may read. */
function ofFormat(schema: z.ZodString): z.ZodType {
  return schema.format === 'uuid' ? z.uuid() : z.string();
}
