import { personalFieldsFile, textFields } from './personal-fields.mjs';

const personal = { '[svc.common.v1.personal]': true };
const text = (name, options) => ({ name, jsonName: name, type: 'TYPE_STRING', options });
const many = (field) => ({ ...field, label: 'LABEL_REPEATED' });
const holding = (name, message, options) => ({
  name,
  jsonName: name,
  type: 'TYPE_MESSAGE',
  typeName: `.svc.shop.v1.${message}`,
  options,
});
const entry = (name, value) => ({
  name,
  options: { mapEntry: true },
  field: [text('key'), { ...value, name: 'value' }],
});

/** What protobuf makes of a file `events.proto` of the context "shop". */
const contract = (...messageType) => ({
  file: [{ name: 'svc/shop/v1/events.proto', package: 'svc.shop.v1', messageType }],
});
const address = { name: 'Address', field: [text('street', personal), text('country')] };

describe('the personal fields of a payload', () => {
  it.each([
    ['a value', [text('email', personal), text('id')], ['email']],
    ['a list, whole', [many(text('notes', personal))], ['notes']],
    ['a map, whole', [many(holding('variables', 'Bought.VariablesEntry', personal))], ['variables']],
    ['a value of a message', [holding('from', 'Address')], ['from.street']],
    ['a value of each message of a list', [many(holding('stops', 'Address'))], ['stops.*.street']],
    ['a value of each message of a map', [many(holding('homes', 'Bought.HomesEntry'))], ['homes.*.street']],
  ])('are found: %s', (_what, field, paths) => {
    const nestedType = [entry('VariablesEntry', text('value')), entry('HomesEntry', holding('', 'Address'))];
    const file = personalFieldsFile(contract({ name: 'Bought', field, nestedType }, address));
    const [, table] = /= (\{.*\}) as const/s.exec(file);
    expect(JSON.parse(table)).toMatchObject({ 'svc.shop.v1.Bought': paths });
  });

  it('given a mark on a whole message, then it is refused', () => {
    const bought = { name: 'Bought', field: [holding('from', 'Address', personal)] };
    expect(() => personalFieldsFile(contract(bought, address))).toThrow(
      'svc.shop.v1.Bought.from is a message',
    );
  });
});

describe('the fields that can hold text', () => {
  it('then they are those of texts, bytes and maps, and all that are marked', () => {
    const number = (name, options) => ({ name, jsonName: name, type: 'TYPE_INT64', options });
    const bytes = { name: 'photo', jsonName: 'photo', type: 'TYPE_BYTES' };
    const map = many(holding('counts', 'Bought.CountsEntry'));
    const field = [bytes, map, number('price'), number('bornAt', personal), holding('from', 'Address')];
    const nestedType = [entry('CountsEntry', number('value'))];
    expect(Object.fromEntries(textFields(contract({ name: 'Bought', field, nestedType }, address)))).toEqual({
      'svc.shop.v1.Bought.photo': 'plain',
      'svc.shop.v1.Bought.counts': 'plain',
      'svc.shop.v1.Bought.bornAt': 'personal',
      'svc.shop.v1.Address.street': 'personal',
      'svc.shop.v1.Address.country': 'plain',
    });
  });
});
