export type { ClientLog, KafkaClientOptions } from './kafka-client.js';
export { createKafkaClient } from './kafka-client.js';
