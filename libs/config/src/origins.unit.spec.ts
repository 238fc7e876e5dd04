import { origins } from './variables.js';

it.each([
  ['https://app.example.com', ['https://app.example.com']],
  ['https://app.example.com, http://localhost:3000', ['https://app.example.com', 'http://localhost:3000']],
  ['*', ['*']],
])('%s names origins', (value, listed) => {
  expect(origins().parse(value)).toEqual(listed);
});

it.each([
  '',
  'app.example.com',
  'https://app.example.com/',
  'https://app.example.com/x',
  'ftp://x',
  '*, https://a.example',
])('"%s" does not', (value) => {
  expect(origins().safeParse(value)).toMatchObject({ success: false });
});
