export type { ClientLog, KafkaClientOptions } from './kafka-client.js';
export { createKafkaClient, usualRetry } from './kafka-client.js';
