import { describeSnapshots } from '@svc/event-store/snapshot-contract';
import { complete, history, say, start } from '../../test/histories.js';
import { conversationSnapshots } from '../log/conversation-snapshots.js';
import { conversationDecider } from './conversation-decider.js';

describeSnapshots({
  of: 'conversations',
  policy: conversationSnapshots,
  decider: conversationDecider,
  histories: [
    history(start(), complete('i1'), say('Hello.', 'i2'), complete('i2', { innerThoughts: ['hm'] })),
  ],
});
