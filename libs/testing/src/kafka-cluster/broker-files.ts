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

/** Writes what a broker reads at its start. */
export function writeBrokerFiles(broker: BrokerAddress, all: readonly BrokerAddress[]): void {
  mkdirSync(broker.folder, { recursive: true, mode: 0o700 });
  writeFileSync(configurationOf(broker), properties(broker, all));
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

function logging(broker: BrokerAddress): string {
  return `<Configuration><Appenders><File name="file" fileName="${logOf(broker)}">
<PatternLayout pattern="%d %p %c - %m%n"/></File></Appenders>
<Loggers><Root level="INFO"><AppenderRef ref="file"/></Root></Loggers></Configuration>
`;
}
