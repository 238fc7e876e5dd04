import { nameUuid } from './name-uuid.js';

describe('the UUID of a name', () => {
  it('is that of RFC 9562, appendix A.4', () => {
    const dns = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
    expect(nameUuid(dns, 'www.example.com')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2');
  });
});
