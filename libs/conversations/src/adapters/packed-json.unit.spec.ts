import { createHash } from 'node:crypto';
import type { ModelExchange } from '../domain/model-call-record.js';
import { packJson, unpackJson } from './packed-json.js';

function exchange(content: string, pieces: readonly string[] = []): ModelExchange {
  return {
    callId: 'i1/m.engage.talk.1',
    request: { messages: [{ role: 'user', content }], schema: null, settings: {} },
    attempts: [{ addedMessages: [], pieces }],
    judgement: null,
  };
}

/** Text in which nothing repeats. */
function unlike(characters: number): string {
  let text = '';
  for (let place = 0; text.length < characters; place += 1)
    text += createHash('sha256').update(String(place)).digest('base64');
  return text.slice(0, characters);
}

describe('exchanges with the model, compressed', () => {
  it('come back exactly as they were, characters cut in two between pieces included', () => {
    const exchanges = [
      exchange('„Schöne“ Bücher 📚'),
      exchange('x', ['a\ud83d', '\ude00', '\u0000', '\udc00']),
    ];
    expect(unpackJson(packJson(exchanges))).toEqual(exchanges);
    expect(unpackJson(packJson([]))).toEqual([]);
  });

  it('hold once what they share, also when that is as long as the longest turn', () => {
    const words = unlike(310_000);
    const one = packJson([exchange(words)]).length;
    const both = packJson([exchange(words), exchange(`${words} and more`)]).length;
    expect(both).toBeLessThan(one * 1.1);
  });
});
