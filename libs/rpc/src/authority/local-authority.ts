import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import {
  bitString,
  boolean,
  distinguishedName,
  explicit,
  implicit,
  objectId,
  octetString,
  sequence,
  unsignedInteger,
  utcTime,
} from './der.js';

/** A certificate with its private key, in PEM. */
export interface IssuedCertificate {
  readonly certificate: Buffer;
  readonly key: Buffer;
}

export interface LocalAuthority {
  /** Its own certificate, in PEM. */
  readonly ca: Buffer;
  /** @param hosts DNS names, the process's own first; 127.0.0.1 is always included. */
  issue(...hosts: readonly string[]): IssuedCertificate;
}

const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'));
const critical = boolean(true);
const isAuthority = sequence(objectId('551d13'), critical, octetString(sequence(boolean(true))));
/** keyUsage: keyCertSign for the authority, digitalSignature for all others. */
const signsCertificates = sequence(objectId('551d0f'), critical, octetString(bitString(Buffer.of(0x04), 2)));
const signsHandshakes = sequence(objectId('551d0f'), critical, octetString(bitString(Buffer.of(0x80), 7)));
/** extKeyUsage: serverAuth and clientAuth, since each service is both. */
const isServerAndClient = sequence(
  objectId('551d25'),
  octetString(sequence(objectId('2b06010505070301'), objectId('2b06010505070302'))),
);
const version3 = explicit(0, unsignedInteger(Buffer.of(2)));
const dayMs = 86_400_000;
/** RFC 5280 allows 20 bytes. The first bit is 0, so they need no sign byte. */
const serialBytes = 16;

/**
 * An authority that lives as long as this process. It signs certificates (X.509, RFC 5280) for services of one machine,
 * and its private key is never written down. All are valid from yesterday on, for clocks that differ.
 */
export function createAuthority(name: string, validForDays: number): LocalAuthority {
  const keys = newKeys();
  const issue = (subject: string, publicKey: KeyObject, extensions: readonly Buffer[]): Buffer => {
    const serial = randomBytes(serialBytes);
    serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
    const body = sequence(
      version3,
      unsignedInteger(serial),
      ecdsaWithSha256,
      distinguishedName(name),
      sequence(utcTime(Date.now() - dayMs), utcTime(Date.now() + validForDays * dayMs)),
      distinguishedName(subject),
      publicKey.export({ format: 'der', type: 'spki' }),
      explicit(3, sequence(...extensions)),
    );
    const signature = sign('sha256', body, keys.privateKey);
    return pem('CERTIFICATE', sequence(body, ecdsaWithSha256, bitString(signature)));
  };
  return {
    ca: issue(name, keys.publicKey, [isAuthority, signsCertificates]),
    issue: (...hosts) => {
      const { publicKey, privateKey } = newKeys();
      const extensions = [signsHandshakes, isServerAndClient, subjectAltName(hosts)];
      const key = privateKey.export({ format: 'pem', type: 'pkcs8' });
      return { certificate: issue(hosts[0] ?? 'nameless', publicKey, extensions), key: Buffer.from(key) };
    },
  };
}

function subjectAltName(hosts: readonly string[]): Buffer {
  const names = hosts.map((host) => implicit(2, Buffer.from(host)));
  const address = implicit(7, Buffer.of(127, 0, 0, 1));
  return sequence(objectId('551d11'), octetString(sequence(...names, address)));
}

function newKeys() {
  return generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
}

function pem(label: string, der: Buffer): Buffer {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return Buffer.from([`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n'));
}
