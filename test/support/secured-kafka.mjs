// A further listener of the test run's broker: TLS, certificates of clients, and SASL.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import './source-loader.mjs';

/**
 * @param folder of the broker's data, which is removed with it
 * @returns the listener, and how clients reach it: the variables of a service
 */
export async function securedListener(folder, port) {
  const { createAuthority } = await import('@svc/rpc/authority');
  const authority = createAuthority('test brokers', 1);
  const [broker, client] = [authority.issue('localhost'), authority.issue('client')];
  const file = (name, content) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, name), content, { mode: 0o600 });
    return path.join(folder, name);
  };
  const user = { username: 'svc', password: 'password-of-the-tests' };
  return {
    listener: {
      port,
      certificate: broker.certificate.toString(),
      key: broker.key.toString(),
      ca: authority.ca.toString(),
      ...user,
    },
    environment: {
      KAFKA_BROKERS: `127.0.0.1:${port}`,
      SVC_KAFKA_TLS: 'on',
      SVC_KAFKA_CA: file('ca.pem', authority.ca),
      SVC_KAFKA_CERT: file('client.pem', client.certificate),
      SVC_KAFKA_KEY: file('client.key', client.key),
      SVC_KAFKA_USER: user.username,
      SVC_KAFKA_PASSWORD: user.password,
    },
  };
}
