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
 * A broker that stands still takes connections, and answers nothing. kafkajs gives the first question up, and takes the
 * broker for connected from then on: whatever is asked fails, and no other broker of its list is ever tried. So a broker
 * that does not answer counts as one that can't be connected to: its connection is closed, and the next one is tried.
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
