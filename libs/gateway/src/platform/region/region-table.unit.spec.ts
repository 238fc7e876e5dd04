import { parseRegionTable } from './region-table.js';

describe('the table of regions', () => {
  it('is in the order of the known regions, without final slashes', () => {
    const text = '{"eu-central-1": "https://eu.example.com/api/", "us-east-1": "https://api.example.com"}';
    expect(parseRegionTable(text)).toEqual([
      { region: 'us-east-1', baseUrl: 'https://api.example.com' },
      { region: 'eu-central-1', baseUrl: 'https://eu.example.com/api' },
    ]);
    expect(parseRegionTable('{}')).toEqual([]);
  });

  it.each([
    ['us-east-1', 'JSON object'],
    ['["us-east-1"]', 'JSON object'],
    ['null', 'JSON object'],
    ['{"mars": "https://mars.example.com"}', '"mars"'],
    ['{"toString": "https://api.example.com"}', '"toString"'],
    ['{"us-east-1": 1}', 'base URL'],
    ['{"us-east-1": "api.example.com"}', 'base URL'],
    ['{"us-east-1": "ftp://api.example.com"}', 'base URL'],
    ['{"us-east-1": "https://user:secret@api.example.com"}', 'base URL'],
    ['{"us-east-1": "https://api.example.com/?key=secret"}', 'base URL'],
  ])('given %s, says what is wrong', (text, said) => {
    expect(parseRegionTable(text)).toContain(said);
  });
});
