import type { JsonSchema, OpenApiDocument } from './open-api.js';

const text: JsonSchema = { type: 'string' };
const common = { message: text, error_code: text, code: text, request_id: text };
const allOf = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

/** Of links to forms, which only the Platform interface has. */
export const formSchemas: Readonly<Record<string, JsonSchema>> = {
  FormError: {
    description:
      'Of links to forms. Branch on `error_code`; `message` says what to do and may change its words.',
    ...allOf({
      error_code: text,
      message: text,
      reason: { anyOf: [text, { type: 'null' }] },
      details: { $ref: '#/components/schemas/FormErrorDetails' },
    }),
  },
  FormErrorDetails: {
    type: 'object',
    properties: {
      request_id: text,
      errors: {
        description: 'Of 422: dotted path of each field → what is wrong with it.',
        type: 'object',
        additionalProperties: text,
      },
    },
    required: ['request_id'],
  },
};

/** The parts that all operations of a document refer to. */
export const sharedComponents: OpenApiDocument['components'] = {
  schemas: {
    Error: {
      description: 'Branch on `error_code`; `message` says what to do and may change its words.',
      ...allOf({ ...common, detail: text }),
    },
    FieldError: {
      description: 'One part of the request that breaks a rule.',
      ...allOf({
        loc: { type: 'array', items: { anyOf: [text, { type: 'integer' }] } },
        msg: text,
        type: text,
      }),
    },
    ValidationError: {
      description: 'What of the request breaks its schema or a limit.',
      ...allOf({
        ...common,
        detail: {
          type: 'array',
          items: { $ref: '#/components/schemas/FieldError' },
        },
        errors: {
          description: 'Dotted path of each field → what is wrong with it.',
          type: 'object',
          additionalProperties: text,
        },
      }),
    },
  },
  headers: {
    RequestId: { description: 'That of the request, or one of ours.', required: true, schema: text },
    Deprecation: {
      description:
        'Since when nobody should build on the operation: `@` and the seconds since 1970 (RFC 9745).',
      required: true,
      schema: { type: 'string', pattern: '^@-?[0-9]+$' },
    },
    Sunset: {
      description: 'From when on the operation may be gone, as an HTTP date (RFC 8594).',
      required: true,
      schema: text,
    },
    ETag: { description: 'Names these bytes: send it as If-None-Match.', required: true, schema: text },
    RetryAfter: { description: 'Seconds to wait before a repeat.', schema: { type: 'integer', minimum: 1 } },
  },
};
