import { deprecationHeaders } from './deprecation.js';

describe('a deprecated route', () => {
  it('gives its deprecation day and its sunset', () => {
    expect(deprecationHeaders({ since: '2026-12-01', sunset: '2027-06-01' })).toEqual({
      deprecation: '@1796083200',
      sunset: 'Tue, 01 Jun 2027 00:00:00 GMT',
    });
  });

  it('stays for six months', () => {
    expect(() => deprecationHeaders({ since: '2026-12-01', sunset: '2027-05-31' })).toThrow(
      'A route deprecated since 2026-12-01 may not be gone on 2027-05-31: it stays for 6 months.',
    );
  });

  it('names days that exist', () => {
    expect(() => deprecationHeaders({ since: '2026-13-01', sunset: '2027-06-01' })).toThrow(
      '2026-13-01 is no day',
    );
  });
});
