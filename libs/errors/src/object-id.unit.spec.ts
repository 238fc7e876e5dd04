import { isObjectId, requireObjectId } from './object-id.js';

describe('the id of a resource', () => {
  it('given 24 hex digits, then it is one', () => {
    expect(requireObjectId('agent', '65f0c0ffee65f0c0ffee65f0')).toBe('65f0c0ffee65f0c0ffee65f0');
  });

  it.each(['', 'x', '65F0C0FFEE65F0C0FFEE65F0', '65f0c0ffee65f0c0ffee65f0\n', '65f0c0ffee65f0c0ffee65f0a'])(
    'given %j, then there is nothing of that id',
    (id) => {
      expect(isObjectId(id)).toBe(false);
      expect(() => requireObjectId('agent', id)).toThrow('There is no agent with this id.');
    },
  );
});
