import type { AggregateChange, SqlFragment } from '@svc/event-store';
import type {
  ConversationActivityEvent,
  ConversationActivityState,
} from '../domain/activity/conversation-activity.js';
import { activityOfDayTable, countedConversationTable } from './counted-conversation-table.js';

/** The rows follow from the state: what counts nowhere has none. */
export function conversationActivityRows({
  tenantId,
  before,
  after,
}: AggregateChange<ConversationActivityState, ConversationActivityEvent>): readonly SqlFragment[] {
  const [was, is] = [counted(before), counted(after)];
  const rowOf = (state: typeof is) => state && { ...state, tenantId };
  const earlier = new Map(daysOf(was).map((count) => [keyOf(count), count]));
  const later = new Map(daysOf(is).map((count) => [keyOf(count), count]));
  const keys = [...new Set([...earlier.keys(), ...later.keys()])].sort();
  return [
    ...countedConversationTable.sync(rowOf(was), rowOf(is)),
    ...keys.flatMap((key) => {
      const dayOf = (state: typeof is, counts: typeof later) => {
        const count = counts.get(key);
        return state && count ? { ...count, tenantId, conversation: state } : null;
      };
      return activityOfDayTable.sync(dayOf(was, earlier), dayOf(is, later));
    }),
  ];
}

const counted = (state: ConversationActivityState) => (state?.isUncounted === false ? state : null);
const daysOf = (state: ConversationActivityState) => state?.counts ?? [];
const keyOf = ({ day, activity }: { readonly day: string; readonly activity: string }) =>
  `${day} ${activity}`;
