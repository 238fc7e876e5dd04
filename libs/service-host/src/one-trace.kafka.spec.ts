import { openKafkaBus } from '@svc/event-bus-kafka/open-kafka-bus';
import { describeOneTrace } from '../test/one-trace.js';

describeOneTrace('Kafka', openKafkaBus, [/^send .*bank/]);
