import { describe, expect, it } from '@jest/globals';
import { normalForm } from './normal-form.js';

const $defs = {
  Action: {
    type: 'object',
    properties: {
      type: { const: 'action' },
      name: { type: 'string' },
      guidelines: { type: 'array', default: [] },
    },
    required: ['type', 'name', 'guidelines'],
  },
  Note: {
    type: 'object',
    properties: { type: { const: 'note' }, thought: { type: 'string', default: '' } },
    required: ['type'],
  },
};
const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    voice: { default: null, anyOf: [{ $ref: '#/$defs/Note' }, { type: 'null' }] },
    states: { type: 'array', items: { oneOf: [{ $ref: '#/$defs/Action' }, { $ref: '#/$defs/Note' }] } },
    free: { type: 'object', additionalProperties: {} },
  },
  required: ['name'],
};
const normal = (value: unknown) => normalForm(value, schema, { $defs });

describe('a definition that is to be compared', () => {
  it('given what the service adds (ids, nulls, defaults), then it is as the file has it', () => {
    const stored = { id: 'x', states: [{ type: 'note', thought: '', id: 'y' }], voice: null, name: 'Robin' };
    expect(normal(stored)).toEqual({ name: 'Robin', states: [{ type: 'note' }] });
  });

  it('given a choice of schemas, then the one of its type counts, and what is required stays', () => {
    const action = { type: 'action', name: 'ask', guidelines: [], thought: 'of another kind' };
    expect(normal({ name: 'A', states: [action] })).toEqual({
      name: 'A',
      states: [{ type: 'action', name: 'ask', guidelines: [] }],
    });
  });

  it('given fields of any name, then they stay', () => {
    expect(normal({ name: 'A', free: { any: { thing: null } } })).toEqual({
      name: 'A',
      free: { any: { thing: null } },
    });
  });

  it('given fields in another order, then they stand in that of the schema', () => {
    expect(Object.keys(normal({ states: [], name: 'A' }) as object)).toEqual(['name', 'states']);
  });
});
