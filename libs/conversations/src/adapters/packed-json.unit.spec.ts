import { createHash } from 'node:crypto';
import { packJson, unpackJson } from './packed-json.js';

/** Text in which nothing repeats. */
function unlike(characters: number): string {
  let text = '';
  for (let place = 0; text.length < characters; place += 1)
    text += createHash('sha256').update(String(place)).digest('base64');
  return text.slice(0, characters);
}

describe('JSON, compressed', () => {
  it('comes back exactly as it was, split surrogate pairs included', () => {
    for (const value of [['„Schöne“ Bücher 📚'], ['a\ud83d', '\ude00', '\u0000', '\udc00'], []])
      expect(JSON.parse(unpackJson(packJson(JSON.stringify(value))))).toEqual(value);
  });

  it('stores repeated text once, even if it is as long as the longest turn', () => {
    const words = unlike(310_000);
    const one = packJson(JSON.stringify([words])).length;
    const both = packJson(JSON.stringify([words, `${words} and more`])).length;
    expect(both).toBeLessThan(one * 1.1);
  });
});
