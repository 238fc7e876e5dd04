/** The few DER forms (X.690) in a certificate. */

export const sequence = (...parts: readonly Buffer[]): Buffer => tagged(0x30, ...parts);
export const octetString = (content: Buffer): Buffer => tagged(0x04, content);
export const boolean = (value: boolean): Buffer => tagged(0x01, Buffer.of(value ? 0xff : 0));
/** @param content whole bytes; the last `unusedBits` of them are padding. */
export const bitString = (content: Buffer, unusedBits = 0): Buffer =>
  tagged(0x03, Buffer.of(unusedBits), content);
/** @param magnitude big-endian, without a sign. */
export const unsignedInteger = (magnitude: Buffer): Buffer =>
  tagged(0x02, ...((magnitude[0] ?? 0) < 0x80 ? [] : [Buffer.of(0)]), magnitude);
/** @param encoded in hex, as DER has it. */
export const objectId = (encoded: string): Buffer => tagged(0x06, Buffer.from(encoded, 'hex'));
export const explicit = (tag: number, content: Buffer): Buffer => tagged(0xa0 + tag, content);
/** An implicitly tagged octet string, such as a name in a subjectAltName. */
export const implicit = (tag: number, content: Buffer): Buffer => tagged(0x80 + tag, content);

/** A distinguished name with only a common name. */
export const distinguishedName = (commonName: string): Buffer =>
  sequence(tagged(0x31, sequence(objectId('550403'), tagged(0x0c, Buffer.from(commonName)))));

/** UTCTime has two digits for the year: until 2049. */
export function utcTime(atMs: number): Buffer {
  const digits = new Date(atMs).toISOString().replace(/[-:T]/g, '').slice(2, 14);
  return tagged(0x17, Buffer.from(`${digits}Z`));
}

function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.of(tag), lengthOf(content.length), content]);
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.of(length);
  return length < 0x100 ? Buffer.of(0x81, length) : Buffer.of(0x82, length >> 8, length & 0xff);
}
