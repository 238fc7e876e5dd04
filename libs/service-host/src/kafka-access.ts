import { createPrivateKey, X509Certificate } from 'node:crypto';
import { StartupError } from '@svc/errors';
import type { KafkaSecurity } from '@svc/kafka-client';
import { readPemFile } from './pem-file.js';
import type { KafkaConfig } from './service-config.js';

/** How this process reaches Kafka, and whose topics it uses there. */
export interface KafkaAccess extends KafkaSecurity {
  readonly brokers: readonly string[];
  /** Names this installation in topics and messages. */
  readonly installation: string;
  /** Of topics and groups. Undefined: one of the installation's own. */
  readonly prefix: string | undefined;
}

/**
 * @returns undefined without brokers
 * @throws StartupError for settings that do not belong together, and files that can't be used
 */
export function kafkaAccessOf(config: KafkaConfig): KafkaAccess | undefined {
  const { KAFKA_BROKERS: brokers, SVC_INSTALLATION: installation, SVC_KAFKA_PREFIX: prefix } = config;
  if (!brokers) return undefined;
  if (installation === undefined) {
    throw new StartupError(
      'Several installations may use one Kafka: set SVC_INSTALLATION to an id of this one, the same in all of its processes.',
    );
  }
  return { brokers, installation, prefix, tls: tlsOf(config), sasl: saslOf(config) };
}

function tlsOf(config: KafkaConfig): KafkaSecurity['tls'] {
  const { SVC_KAFKA_TLS: isOn, SVC_KAFKA_CA: ca, SVC_KAFKA_CERT: certificate, SVC_KAFKA_KEY: key } = config;
  if (!isOn) {
    if (ca ?? certificate ?? key)
      throw new StartupError(
        'SVC_KAFKA_CA, SVC_KAFKA_CERT and SVC_KAFKA_KEY are for TLS: set SVC_KAFKA_TLS=on.',
      );
    return undefined;
  }
  if ((certificate === undefined) !== (key === undefined))
    throw new StartupError('SVC_KAFKA_CERT and SVC_KAFKA_KEY are a pair: set both, or none.');
  const pem = (file: string | undefined, variable: string, parse: (pem: Buffer) => unknown) =>
    file === undefined ? undefined : readPemFile({ variable, file, ...meanings }, parse).pem;
  return {
    ca: pem(ca, 'SVC_KAFKA_CA', (bytes) => new X509Certificate(bytes)),
    certificate: pem(certificate, 'SVC_KAFKA_CERT', (bytes) => new X509Certificate(bytes)),
    key: pem(key, 'SVC_KAFKA_KEY', (bytes) => createPrivateKey(bytes)),
  };
}

const meanings = { meaning: 'a certificate, or a private key without a passphrase, in PEM' };

function saslOf(config: KafkaConfig): KafkaSecurity['sasl'] {
  const { SVC_KAFKA_SASL: mechanism, SVC_KAFKA_USER: username, SVC_KAFKA_PASSWORD: password } = config;
  if (mechanism === undefined) {
    if (username ?? password)
      throw new StartupError('SVC_KAFKA_USER and SVC_KAFKA_PASSWORD are for SASL: set SVC_KAFKA_SASL.');
    return undefined;
  }
  if (username === undefined || password === undefined)
    throw new StartupError(
      `SVC_KAFKA_SASL=${mechanism} needs SVC_KAFKA_USER and SVC_KAFKA_PASSWORD: set both.`,
    );
  if (mechanism === 'plain' && !config.SVC_KAFKA_TLS)
    throw new StartupError(
      'SVC_KAFKA_SASL=plain sends the password readable: set SVC_KAFKA_TLS=on, or use scram-sha-512.',
    );
  return { mechanism, username, password };
}
