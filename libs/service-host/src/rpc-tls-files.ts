import { createPrivateKey, X509Certificate } from 'node:crypto';
import { StartupError } from '@svc/errors';
import type { RpcTls } from '@svc/rpc';
import type { z } from 'zod';
import { readPemFile } from './pem-file.js';
import type { rpcTlsConfig } from './service-config.js';

type RpcTlsConfig = z.infer<typeof rpcTlsConfig>;
type Variable = keyof RpcTlsConfig;

/**
 * Certificate and key for calls over the network, read once: a renewed certificate needs a restart.
 * @returns undefined if none are configured.
 * @throws StartupError if one of the three variables is missing, or a file is invalid.
 */
export function readRpcTls(config: RpcTlsConfig): RpcTls | undefined {
  const variables: readonly Variable[] = ['SVC_RPC_CA', 'SVC_RPC_CERT', 'SVC_RPC_KEY'];
  const missing = variables.filter((variable) => config[variable] === undefined);
  if (missing.length === variables.length) return undefined;
  if (missing.length > 0) {
    throw new StartupError(
      `Calls between services use TLS when all of ${variables.join(', ')} are set: set ${missing.join(' and ')} too, or none.`,
    );
  }
  const read = <Parsed>(variable: Variable, parse: (pem: Buffer) => Parsed) =>
    readPemFile({ variable, file: config[variable] ?? '', meaning: meanings[variable] }, parse);
  const ca = read('SVC_RPC_CA', (pem) => new X509Certificate(pem));
  const certificate = read('SVC_RPC_CERT', (pem) => new X509Certificate(pem));
  const key = read('SVC_RPC_KEY', (pem) => createPrivateKey(pem));
  if (!certificate.parsed.checkPrivateKey(key.parsed)) {
    throw new StartupError(
      `The private key ${config.SVC_RPC_KEY} does not belong to the certificate ${config.SVC_RPC_CERT}: see that SVC_RPC_KEY and SVC_RPC_CERT name a pair.`,
    );
  }
  return { ca: ca.pem, certificate: certificate.pem, key: key.pem };
}

const meanings: Readonly<Record<Variable, string>> = {
  SVC_RPC_CA: 'the certificate of the authority of all services, in PEM',
  SVC_RPC_CERT: 'the certificate of this process, in PEM',
  SVC_RPC_KEY: 'the private key of that certificate, in PEM and without a passphrase',
};
