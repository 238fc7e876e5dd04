import { createRequire } from 'node:module';

interface Broker {
  readonly brokerAddress: string;
  disconnect(): Promise<void>;
}

interface BrokerClass {
  readonly prototype: { connect: (this: Broker) => Promise<void> };
}

interface Errors {
  readonly KafkaJSRequestTimeoutError: new (...args: never) => Error;
  readonly KafkaJSConnectionError: new (message: string, detail: { broker: string }) => Error;
}

/**
 * A suspended broker accepts connections but never responds. kafkajs gives up the first request, then counts the broker
 * as connected: all requests fail, and it never tries another broker. So this closes the connection of a silent broker,
 * and the next one is tried.
 */
export function passBySilentBrokers(): void {
  const require = createRequire(import.meta.url);
  const { prototype } = require('kafkajs/src/broker') as BrokerClass;
  const { KafkaJSConnectionError, KafkaJSRequestTimeoutError } = require('kafkajs/src/errors') as Errors;
  const { connect } = prototype;
  if (connect.name === connectOrDisconnect.name) return;
  prototype.connect = connectOrDisconnect;

  async function connectOrDisconnect(this: Broker): Promise<void> {
    try {
      await connect.call(this);
    } catch (error) {
      await this.disconnect();
      if (!(error instanceof KafkaJSRequestTimeoutError)) throw error;
      throw new KafkaJSConnectionError(error.message, { broker: this.brokerAddress });
    }
  }
}
