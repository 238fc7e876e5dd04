import { z } from 'zod';
import { sameNames } from './same-names.js';
import { shown } from './shown.js';

interface Book {
  readonly bookId: string;
  readonly createdAtMs: number;
  readonly lentAtMs?: number | undefined;
  readonly mood?: string | undefined;
  readonly numPages: number;
}
const book: Book = {
  bookId: 'b',
  createdAtMs: 1_700_000_000_000,
  lentAtMs: undefined,
  mood: undefined,
  numPages: 0,
};
const ShownBook = z.strictObject({
  id: z.string(),
  created_at: z.string(),
  lent_at: z.string().nullable(),
  mood: z.string().nullable(),
  num_pages: z.int(),
});

describe('the fields of a proto under their names on the wire', () => {
  it('are in snake_case; absent is null, and a time in ms is a timestamp', () => {
    expect(sameNames(book)).toEqual({
      book_id: 'b',
      created_at: '2023-11-14T22:13:20.000Z',
      lent_at: null,
      mood: null,
      num_pages: 0,
    });
  });

  it('are shown next to those with another name', () => {
    const { bookId, ...rest } = book;
    expect(shown(ShownBook, { ...sameNames(rest), id: bookId })).toMatchObject({ id: 'b', mood: null });
  });
});

describe('what does not compile', () => {
  const { bookId, ...rest } = book;

  it('is a key of the schema without a value', () => {
    const { mood: _forgotten, ...others } = rest;
    // @ts-expect-error -- `mood` has no value.
    expect(shown(ShownBook, { ...sameNames(others), id: bookId })).not.toHaveProperty('mood');
  });

  it('is a field of the proto that no key of the schema shows', () => {
    const added = { ...rest, secret: 's' };
    // @ts-expect-error -- `secret` is neither shown nor taken out.
    expect(shown(ShownBook, { ...sameNames(added), id: bookId })).toHaveProperty('secret');
  });

  it('is a value of another type, also if it can be absent', () => {
    const optional: Omit<Book, 'bookId' | 'numPages'> & { numPages?: number } = rest;
    // @ts-expect-error -- `num_pages` can't be null.
    expect(shown(ShownBook, { ...sameNames(optional), id: bookId })).toMatchObject({ num_pages: 0 });
  });
});
