import { requireResourceId } from './resource-id.js';

describe('the id of something that exists', () => {
  it('has the form of its tenant', () => {
    const id = '65f0c0ffee65f0c0ffee65f0';
    expect(requireResourceId('org:demo', 'agent', id)).toBe(id);
  });

  it('in any other form is not found', () => {
    for (const id of ['', '65f0', 'z'.repeat(24), '2f1d7c1e-3b7a-4c55-9a0e-0c4f6d9e8b7a'])
      expect(() => requireResourceId('org:demo', 'agent', id)).toThrow('There is no agent with this id.');
  });
});
