import { changedVariables, checkVariableChanges, type VariableChanges } from './tool-variables.js';

const present = { plain: { SHELF: 'one', ROOM: 'blue' }, secretNames: new Set(['KEY']) };
const variable = (name: string, isSecret: boolean | null = null) => ({
  name,
  value: `new ${name}`,
  isSecret,
});
const changes = (given: Partial<VariableChanges>) => ({ inserts: [], updates: [], deletes: [], ...given });
const after = (given: Partial<VariableChanges>) => changedVariables(present, changes(given));
const unchanged = { plain: present.plain, secrets: { set: {}, removed: [] } };

describe('the variables of a tool', () => {
  it('given nothing to change, then they stay', () => {
    expect(after({})).toEqual(unchanged);
  });

  it('given new ones, then those that are secret are kept apart', () => {
    expect(after({ inserts: [variable('TOKEN', true), variable('PATH', false), variable('HOST')] })).toEqual({
      plain: { ...present.plain, PATH: 'new PATH', HOST: 'new HOST' },
      secrets: { set: { TOKEN: 'new TOKEN' }, removed: [] },
    });
  });

  it('given new values, then a secret stays one and others stay none, unless it is said otherwise', () => {
    expect(after({ updates: [variable('KEY'), variable('SHELF')] })).toEqual({
      plain: { ROOM: 'blue', SHELF: 'new SHELF' },
      secrets: { set: { KEY: 'new KEY' }, removed: [] },
    });
    expect(after({ updates: [variable('KEY', false), variable('SHELF', true)] })).toEqual({
      plain: { ROOM: 'blue', KEY: 'new KEY' },
      secrets: { set: { SHELF: 'new SHELF' }, removed: ['KEY'] },
    });
  });

  it('given names to delete, then they are gone, secret or not', () => {
    expect(after({ deletes: ['KEY', 'ROOM'] })).toEqual({
      plain: { SHELF: 'one' },
      secrets: { set: {}, removed: ['KEY'] },
    });
  });

  it.each(['SHELF', 'KEY'])('given %s as a new one, then it is a conflict, as it exists', (name) => {
    expect(() => after({ inserts: [variable(name)] })).toThrow(expect.objectContaining({ code: 'conflict' }));
  });

  it('given an unknown name to change or delete, then nothing is changed', () => {
    const refused = expect.objectContaining({ code: 'invalid_request' });
    expect(() => after({ updates: [variable('NONE')] })).toThrow(refused);
    expect(() => after({ deletes: ['toString'] })).toThrow(refused);
  });

  it('given more than fifty of a kind, then it is refused', () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
    const many = Array.from({ length: 49 }, (_, at) =>
      variable(`V_${letters[at % 26]}${at < 26 ? '' : 'X'}`),
    );
    expect(() => after({ inserts: many })).toThrow(expect.objectContaining({ code: 'invalid_request' }));
    const secret = many.map((one) => ({ ...one, isSecret: true }));
    expect(Object.keys(after({ inserts: secret }).secrets.set)).toHaveLength(49);
    expect(() => after({ inserts: [...secret, variable('LAST', true)] })).toThrow(/at most 50/u);
  });

  it('given names or values out of bounds, or a name twice, then each is named', () => {
    const given = changes({
      inserts: [variable('lower'), { ...variable('EMPTY'), value: ' ' }],
      updates: [{ ...variable('LONG'), value: 'x'.repeat(8_193) }],
      deletes: ['LONG', 'a-b'],
    });
    let fields: unknown;
    try {
      checkVariableChanges(given);
    } catch (error) {
      fields = (error as { fields: { loc: unknown[] }[] }).fields.map(({ loc }) => loc.join('.'));
    }
    expect(fields).toEqual([
      'body.inserts.0.name',
      'body.inserts.1.value',
      'body.updates.0.value',
      'body.deletes.1',
      'body',
    ]);
  });
});
