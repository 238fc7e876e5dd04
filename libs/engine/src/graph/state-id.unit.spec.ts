import { stateId } from './state-id.js';

it('given a name of letters, digits and underscores, then that is its id', () => {
  expect(stateId('ask_for_day_2')).toBe('ask_for_day_2');
});

it('given any other name, then its id is short, legal in ids, and differs from those of similar names', () => {
  const names = [
    'Ask for the day?',
    'Ask for the day!',
    'Ask_for_the_day_',
    '問診',
    '問',
    'a/b.c'.repeat(100),
    '',
  ];
  const ids = names.map(stateId);
  expect(new Set(ids).size).toBe(names.length);
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_]{0,40}(~[0-9a-f]{8})?$/);
});
