import { describeEventLog } from '@svc/event-store/contract-suite';
import { conversationEventTypes } from '../src/adapters/event-types.js';
import { conversationsContext } from '../src/index.js';
import { eventSamples } from './event-samples.js';

describeEventLog({
  migrations: conversationsContext.migrations,
  types: conversationEventTypes,
  samples: eventSamples,
  protoPackage: 'svc.conversations.v1',
});
