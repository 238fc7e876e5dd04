export type { ClientLog, KafkaClientOptions, KafkaSecurity } from './kafka-client.js';
export { createKafkaClient, usualRetry } from './kafka-client.js';
