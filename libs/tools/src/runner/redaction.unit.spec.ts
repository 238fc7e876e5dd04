import { Redaction } from './redaction.js';

describe('secrets in what comes back', () => {
  it.each(['a.b*c(d)[e]{f}|^$?+\\/', 'ß und 💡', 'a "quoted" one', 'x'.repeat(5_000), '-', 'a b&c'])(
    'given the secret %j, then it is taken out in each form',
    (secret) => {
      const redaction = new Redaction(['another', secret]);
      const forms = [
        ...[secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)],
        ...[Buffer.from(secret).toString('base64'), Buffer.from(secret).toString('base64url')],
      ];
      for (const form of forms) expect(redaction.text(`<${form}>${form}`)).toBe('<[redacted]>[redacted]');
      expect(redaction.json({ [secret]: [`a${secret}`] })).toEqual({ '[redacted]': ['a[redacted]'] });
    },
  );

  it('given one that is found on the way, then it is taken out from then on', () => {
    const redaction = new Redaction(['one']);
    expect(redaction.text('one, token')).toBe('[redacted], token');
    redaction.add('token');
    expect(redaction.text('one, token')).toBe('[redacted], [redacted]');
    expect(redaction.cutText('it is tok')).toBe('it is tok');
    expect(redaction.cutText('it is toke')).toBe('it is [redacted]');
  });

  it('given many secrets and many texts, then it takes a moment', () => {
    const redaction = new Redaction(Array.from({ length: 200 }, (_, at) => `secret "${at}" of/many?`));
    const texts = Array.from({ length: 50_000 }, (_, at) => `text ${at}`);
    const began = performance.now();
    expect(redaction.json(texts)).toEqual(texts);
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});
