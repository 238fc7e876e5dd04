import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** One broker of a cluster that is its own quorum of controllers (KRaft). */
export interface BrokerAddress {
  /** From 1 on. */
  readonly id: number;
  /** Its controller listens on the next one. */
  readonly port: number;
  /** Of configuration, data and log. */
  readonly folder: string;
}

/** A further listener of a single broker, for clients that must use TLS, show a certificate and sign in (SASL). */
export interface SecuredListener {
  readonly port: number;
  /** PEM: of the broker, its private key (PKCS 8), and the authority of clients. */
  readonly certificate: string;
  readonly key: string;
  readonly ca: string;
  /** Signs in by PLAIN, SCRAM-SHA-256 and SCRAM-SHA-512. */
  readonly username: string;
  readonly password: string;
}

/** Writes what a broker reads at its start. */
export function writeBrokerFiles(
  broker: BrokerAddress,
  all: readonly BrokerAddress[],
  secured?: SecuredListener,
): void {
  mkdirSync(broker.folder, { recursive: true, mode: 0o700 });
  const configuration = properties(broker, all) + (secured ? securedProperties(broker, secured) : '');
  writeFileSync(configurationOf(broker), configuration, { mode: 0o600 });
  writeFileSync(loggingOf(broker), logging(broker));
}

export const configurationOf = ({ folder }: BrokerAddress): string => path.join(folder, 'server.properties');
export const loggingOf = ({ folder }: BrokerAddress): string => path.join(folder, 'log4j2.xml');
export const dataOf = ({ folder }: BrokerAddress): string => path.join(folder, 'data');
export const logOf = ({ folder }: BrokerAddress): string => path.join(folder, 'broker.log');

function properties(broker: BrokerAddress, all: readonly BrokerAddress[]): string {
  const copies = Math.min(3, all.length);
  const inSync = Math.max(1, copies - 1);
  const voters = all.map(({ id, port }) => `${id}@127.0.0.1:${port + 1}`).join(',');
  return `process.roles=broker,controller
node.id=${broker.id}
controller.quorum.voters=${voters}
listeners=PLAINTEXT://127.0.0.1:${broker.port},CONTROLLER://127.0.0.1:${broker.port + 1}
controller.listener.names=CONTROLLER
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
log.dirs=${dataOf(broker)}
default.replication.factor=${copies}
min.insync.replicas=${inSync}
offsets.topic.replication.factor=${copies}
offsets.topic.num.partitions=10
transaction.state.log.replication.factor=${copies}
transaction.state.log.min.isr=${inSync}
# A broker that is gone is noticed after this.
broker.session.timeout.ms=6000
# What is asked of a broker that leaves is answered with its next sign of life.
broker.heartbeat.interval.ms=500
# A controller that stands still holds up what others ask of it for so long; then they ask the next one.
controller.socket.timeout.ms=3000
group.initial.rebalance.delay.ms=0
# Topics are made by a command, with the partitions that they keep.
auto.create.topics.enable=false
`;
}

const mechanisms = ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'];
const security = 'org.apache.kafka.common.security';

/** Of two lines of one name the later one counts. */
function securedProperties({ port }: BrokerAddress, listener: SecuredListener): string {
  const { certificate, key, ca, username, password } = listener;
  const inline = (pem: string) => pem.trim().replaceAll('\n', '\\n');
  const settings = {
    'ssl.keystore.type': 'PEM',
    'ssl.keystore.certificate.chain': inline(certificate),
    'ssl.keystore.key': inline(key),
    'ssl.truststore.type': 'PEM',
    'ssl.truststore.certificates': inline(ca),
    'ssl.client.auth': 'required',
    'sasl.enabled.mechanisms': mechanisms.join(','),
    'plain.sasl.jaas.config': `${security}.plain.PlainLoginModule required user_${username}="${password}";`,
    'scram-sha-256.sasl.jaas.config': `${security}.scram.ScramLoginModule required;`,
    'scram-sha-512.sasl.jaas.config': `${security}.scram.ScramLoginModule required;`,
  };
  const lines = Object.entries(settings).map(([name, value]) => `listener.name.secured.${name}=${value}`);
  return `listeners=PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${port + 1},SECURED://127.0.0.1:${listener.port}
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SECURED:SASL_SSL
${lines.join('\n')}
`;
}

function logging(broker: BrokerAddress): string {
  return `<Configuration><Appenders><File name="file" fileName="${logOf(broker)}">
<PatternLayout pattern="%d %p %c - %m%n"/></File></Appenders>
<Loggers><Root level="INFO"><AppenderRef ref="file"/></Root></Loggers></Configuration>
`;
}
