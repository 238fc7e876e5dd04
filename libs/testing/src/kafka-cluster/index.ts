export { freeBrokerPorts, isPortFree } from './free-ports.js';
export type { KafkaBroker } from './kafka-broker.js';
export type { KafkaClusterOptions } from './kafka-cluster.js';
export { KafkaCluster } from './kafka-cluster.js';
export { fetchKafkaJars, whatBrokersLack } from './kafka-jars.js';
export type { JavaCommand } from './java-command.js';
export { javaArguments } from './java-command.js';
export type { Serving } from './until-kafka-serves.js';
export { untilKafkaServes } from './until-kafka-serves.js';
