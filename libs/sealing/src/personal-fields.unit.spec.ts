import { describe, expect, it } from '@jest/globals';
import { canonicalJson, type JsonObject } from '@svc/kernel';
import fc from 'fast-check';
import { cutPersonal, mergePersonal } from './personal-fields.js';

describe('cutting personal fields', () => {
  it('takes leaves out of objects, lists and maps, and leaves all else in place', () => {
    const payload: JsonObject = {
      interactionId: 'i1',
      messages: [{ messageId: 'm1', text: 'Hello', sender: 'Ada' }, { messageId: 'm2' }, { text: 'Bye' }],
      notes: ['likes tea'],
      author: { name: 'Ada', id: 'u1' },
      absent: {},
    };
    const paths = ['messages.*.text', 'messages.*.sender', 'notes', 'author.name', 'nothing', 'absent.name'];
    expect(cutPersonal(payload, paths)).toEqual({
      plain: {
        interactionId: 'i1',
        messages: [{ messageId: 'm1' }, { messageId: 'm2' }, {}],
        author: { id: 'u1' },
        absent: {},
      },
      personal: {
        messages: [{ text: 'Hello', sender: 'Ada' }, null, { text: 'Bye' }],
        notes: ['likes tea'],
        author: { name: 'Ada' },
      },
    });
  });

  it('does not change a payload without personal fields', () => {
    const payload = { messages: [{ id: 'm1' }], count: 0 };
    expect(cutPersonal(payload, ['messages.*.text', 'count.of'])).toEqual({
      plain: payload,
      personal: undefined,
    });
  });

  it('is reversed by merging, for any payload and paths', () => {
    const name = fc.constantFrom('a', 'b', 'c', '__proto__', 'toString');
    const { value } = fc.letrec<{ value: JsonObject | string; object: JsonObject }>((tie) => ({
      object: fc.dictionary(name, tie('value'), {
        maxKeys: 3,
        noNullPrototype: true,
      }),
      value: fc.oneof(
        { depthSize: 'small' },
        fc.string(),
        tie('object'),
        fc.array(tie('value'), { maxLength: 3 }) as unknown as fc.Arbitrary<JsonObject>,
      ),
    }));
    const path = fc.array(fc.oneof(name, fc.constant('*')), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.dictionary(name, value), fc.array(path), (drawn, drawnPaths) => {
        const payload = JSON.parse(JSON.stringify(drawn)) as JsonObject;
        const { plain, personal } = cutPersonal(
          payload,
          drawnPaths.map((parts) => parts.join('.')),
        );
        const merged = personal ? mergePersonal(plain, personal) : plain;
        expect(canonicalJson(merged)).toBe(canonicalJson(payload));
      }),
      { numRuns: 1_000 },
    );
  });
});
