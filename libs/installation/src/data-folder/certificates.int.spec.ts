import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readRpcTls } from '@svc/service-host';
import { certificateFiles, makeCertificates } from './certificates.js';
import { processNames } from '../contexts/process-names.js';

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'svc-certificates-'));
  makeCertificates(dataDir);
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const folder = () => path.join(dataDir, 'certificates');
const holders = [...processNames, 'installer'] as const;
const certificateOf = (holder: (typeof holders)[number]) =>
  new X509Certificate(readFileSync(certificateFiles(dataDir, holder).SVC_RPC_CERT));

describe('the certificates of a system on one machine', () => {
  it('name only their process and this machine', () => {
    for (const holder of holders) {
      const certificate = certificateOf(holder);
      expect([holder, 'localhost'].map((name) => certificate.checkHost(name))).toEqual([holder, 'localhost']);
      const others = holders.filter((other) => other !== holder);
      expect(others.map((other) => certificate.checkHost(other))).toEqual(others.map(() => undefined));
    }
  });

  it('are pairs of one authority, as a service reads them', () => {
    for (const holder of holders) {
      const tls = readRpcTls(certificateFiles(dataDir, holder));
      expect(certificateOf(holder).checkIssued(new X509Certificate(tls?.ca ?? ''))).toBe(true);
    }
  });

  it("are readable only by their owner, and the authority's key is in no file", () => {
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
    const files = readdirSync(folder());
    expect(files.map((file) => statSync(path.join(folder(), file)).mode & 0o777)).toEqual(
      files.map(() => 0o600),
    );
    expect(files.filter((file) => file.endsWith('.key')).sort()).toEqual(
      holders.map((name) => `${name}.key`).sort(),
    );
  });

  it('are new after each start, so none expires', () => {
    const before = certificateOf('identity');
    makeCertificates(dataDir);
    expect(certificateOf('identity').serialNumber).not.toBe(before.serialNumber);
    const months = (Date.parse(certificateOf('identity').validTo) - Date.now()) / (30 * 86_400_000);
    expect(Math.floor(months)).toBe(12);
  });
});
