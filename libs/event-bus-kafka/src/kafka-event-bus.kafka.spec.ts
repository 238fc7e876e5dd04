import { describeEventBus } from '@svc/event-bus/contract-suite';
import { openKafkaBus } from '../test/open-kafka-bus.js';

describeEventBus('Kafka', openKafkaBus);
