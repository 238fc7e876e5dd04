import { describeEventLog } from '@svc/event-store/contract-suite';
import { conversationEventTypes } from '../src/adapters/event-types.js';
import { conversationsMigrations } from '../src/conversations-migrations.js';
import { eventSamples } from './event-samples.js';

describeEventLog({
  migrations: conversationsMigrations,
  types: conversationEventTypes,
  samples: eventSamples,
  protoPackage: 'svc.conversations.v1',
});
