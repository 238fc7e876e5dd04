import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import {
  bitString,
  boolean,
  explicit,
  integer,
  names,
  objectId,
  octetString,
  sequence,
  utcTime,
} from './der.js';

/** A certificate with its private key, in PEM. */
export interface TestCertificate {
  readonly certificate: Buffer;
  readonly key: Buffer;
}

export interface TestAuthority {
  /** Its own certificate, in PEM. */
  readonly ca: Buffer;
  /** @param hosts DNS names; 127.0.0.1 is always one of its addresses. */
  issue(...hosts: readonly string[]): TestCertificate;
}

const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'));
const basicConstraints = objectId('551d13');
const subjectAltName = objectId('551d11');
const dayMs = 86_400_000;

/** An authority of its own that signs certificates (X.509, RFC 5280), valid from yesterday on for two days. */
export function createTestAuthority(name = 'test authority'): TestAuthority {
  const keys = newKeys();
  const isAuthority = sequence(basicConstraints, boolean(true), octetString(sequence(boolean(true))));
  let serial = 1;
  const issue = (subject: string, publicKey: KeyObject, extension: Buffer): Buffer => {
    const body = sequence(
      explicit(0, integer(2)),
      integer((serial += 1)),
      ecdsaWithSha256,
      names(name),
      sequence(utcTime(Date.now() - dayMs), utcTime(Date.now() + dayMs)),
      names(subject),
      publicKey.export({ format: 'der', type: 'spki' }),
      explicit(3, sequence(extension)),
    );
    const signature = sign('sha256', body, keys.privateKey);
    return pem('CERTIFICATE', sequence(body, ecdsaWithSha256, bitString(signature)));
  };
  return {
    ca: issue(name, keys.publicKey, isAuthority),
    issue: (...hosts) => {
      const { publicKey, privateKey } = newKeys();
      const address = Buffer.from([0x87, 4, 127, 0, 0, 1]);
      const named = sequence(
        ...hosts.map((host) => Buffer.concat([Buffer.from([0x82, host.length]), Buffer.from(host)])),
        address,
      );
      const key = privateKey.export({ format: 'pem', type: 'pkcs8' });
      return {
        certificate: issue(hosts[0] ?? 'nameless', publicKey, sequence(subjectAltName, octetString(named))),
        key: Buffer.from(key),
      };
    },
  };
}

function newKeys() {
  return generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
}

function pem(label: string, der: Buffer): Buffer {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return Buffer.from([`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n'));
}
