import { describeRecordedHistories } from '@svc/event-store/history-contract';
import { destinationDecider } from '../domain/destination/destination.js';
import { repetitionDecider } from '../domain/repetition/repetition.js';
import { webhooksEventTypes } from './event-types.js';

describeRecordedHistories({
  folder: new URL('../../test/recorded-histories/', import.meta.url),
  types: webhooksEventTypes,
  deciders: { destination: destinationDecider, repetition: repetitionDecider },
});
