import { breakingChanges } from './breaking-changes.mjs';

const error = { $ref: '#/components/schemas/Error' };

function bookDocument() {
  return {
    paths: {
      '/v1/{org}/book': {
        post: {
          operationId: 'create-book',
          security: [{ Bearer: [] }, { Basic: [] }],
          parameters: [
            { name: 'org', in: 'path', required: true, schema: { type: 'string' } },
            { name: 'limit', in: 'query', required: false, schema: { type: 'integer', maximum: 50 } },
          ],
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: {
                    title: { type: 'string', minLength: 1, maxLength: 256 },
                    kind: { type: 'string', enum: ['novel', 'atlas'] },
                    note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
                    tags: { type: 'object', additionalProperties: { type: 'string' } },
                  },
                  required: ['title'],
                },
              },
            },
          },
          responses: {
            201: {
              content: {
                'application/json': {
                  schema: {
                    type: 'object',
                    properties: {
                      id: { type: 'string' },
                      pages: { type: 'integer' },
                      lines: {
                        type: 'array',
                        items: {
                          oneOf: [
                            { type: 'object', properties: { type: { const: 'a' } }, required: ['type'] },
                            { type: 'object', properties: { type: { const: 'b' } }, required: ['type'] },
                          ],
                        },
                      },
                    },
                    required: ['id', 'pages', 'lines'],
                  },
                },
              },
            },
            404: { content: { 'application/json': { schema: error } } },
          },
        },
      },
    },
    components: { schemas: { Error: { type: 'object', properties: { message: { type: 'string' } } } } },
  };
}

/** The document after a change to its one operation. */
function changed(change) {
  const document = bookDocument();
  const operation = document.paths['/v1/{org}/book'].post;
  change({
    document,
    operation,
    body: operation.requestBody.content['application/json'].schema,
    answer: operation.responses[201].content['application/json'].schema,
  });
  return breakingChanges(bookDocument(), document);
}

test('a document does not break itself', () => {
  expect(changed(() => undefined)).toEqual([]);
});

test.each([
  ['an operation', ({ document }) => (document.paths['/v1/{org}/shelf'] = { get: {} })],
  [
    'an optional parameter',
    ({ operation }) => operation.parameters.push({ name: 'id', in: 'query', required: false }),
  ],
  ['an optional key of the body', ({ body }) => (body.properties.isbn = { type: 'string' })],
  ['a value of the body', ({ body }) => body.properties.kind.enum.push('comic')],
  ['length of the body', ({ body }) => (body.properties.title.maxLength = 512)],
  ['a way to leave out a key of the body', ({ body }) => (body.required = [])],
  [
    'a key of the answer',
    ({ answer }) => ((answer.properties.isbn = { type: 'string' }), answer.required.push('isbn')),
  ],
  ['an error', ({ operation }) => (operation.responses[409] = operation.responses[404])],
  ['a way to sign in', ({ operation }) => operation.security.push({ Other: [] })],
])('what adds %s is no breaking change', (_what, change) => {
  expect(changed(change)).toEqual([]);
});

test.each([
  ['is gone', ({ document }) => delete document.paths['/v1/{org}/book'].post],
  ['was create-book, is make-book', ({ operation }) => (operation.operationId = 'make-book')],
  ['takes no Basic credential', ({ operation }) => operation.security.pop()],
  ['query limit: is not known', ({ operation }) => operation.parameters.pop()],
  ['query limit: maximum 20', ({ operation }) => (operation.parameters[1].schema.maximum = 20)],
  ['query limit: may be missing', ({ operation }) => (operation.parameters[1].required = true)],
  [
    'header x-new: may be missing',
    ({ operation }) => operation.parameters.push({ name: 'x-new', in: 'header', required: true, schema: {} }),
  ],
  ['the body.kind: may be missing', ({ body }) => body.required.push('kind')],
  ['the body.kind: may be "atlas"', ({ body }) => body.properties.kind.enum.pop()],
  ['the body.title: minLength 2', ({ body }) => (body.properties.title.minLength = 2)],
  ['the body.note: may be of type null', ({ body }) => (body.properties.note = { type: 'string' })],
  ['the body.tags: is not known', ({ body }) => delete body.properties.tags],
  [
    'the body.tags.*: may be of type string',
    ({ body }) => (body.properties.tags.additionalProperties.type = 'integer'),
  ],
  [
    'the body: application/json is not taken',
    ({ operation, body }) => (operation.requestBody.content = { 'text/plain': { schema: body } }),
  ],
  ['does not answer 201', ({ operation }) => delete operation.responses[201]],
  ['the answer.id: may be missing', ({ answer }) => answer.required.shift()],
  [
    'the answer.pages: may be of type null',
    ({ answer }) => (answer.properties.pages.type = ['integer', 'null']),
  ],
  [
    'the answer.lines[]: "c" is none of the alternatives',
    ({ answer }) =>
      answer.properties.lines.items.oneOf.push({
        type: 'object',
        properties: { type: { const: 'c' } },
        required: ['type'],
      }),
  ],
])('%s', (fault, change) => {
  expect(changed(change)).toEqual([`POST /v1/{org}/book: ${fault}`]);
});

test('a public operation that asks for a credential breaks', () => {
  const open = bookDocument();
  open.paths['/v1/{org}/book'].post.security = [];
  expect(breakingChanges(open, bookDocument())).toEqual(['POST /v1/{org}/book: needs a credential']);
  expect(breakingChanges(bookDocument(), open)).toEqual([]);
});
