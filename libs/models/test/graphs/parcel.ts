import { action, agent, annotation, decision, graph } from './builders.js';

export const parcelAgent = agent(
  'Otto',
  'Customer support agent',
  'You support the customers of a parcel service. Parcels are kept at the depot for seven days.',
);

/** A complaint: two decisions in a row, with a way back. */
export const parcel = graph('Deals with parcels that did not arrive.', [
  action(
    'problem',
    'Find out what went wrong with the parcel',
    ['Ask the customer to describe the problem'],
    [
      ['The customer reports that the parcel is damaged', 'sort'],
      ['The customer reports that the parcel did not arrive', 'sort'],
      ['The customer has a different request', 'other'],
    ],
  ),
  decision('sort', 'Tell damage from loss', [
    ['The parcel is damaged', 'refund'],
    ['The parcel did not arrive or is missing', 'note'],
  ]),
  annotation('note', 'Trace the parcel first.', 'tracking'),
  action(
    'tracking',
    'Trace the parcel',
    ['Apologize for the inconvenience and ask for the tracking number'],
    [
      ['The customer has provided the tracking number', 'search'],
      ['The customer does not have the tracking number', 'refund'],
    ],
  ),
  action(
    'search',
    'Have the parcel found',
    ['Tell the customer that a search has been started'],
    [
      ['The customer accepts the search', 'anything'],
      ['The customer insists on a refund', 'refund'],
    ],
  ),
  action(
    'refund',
    'Settle the matter',
    ['Offer a refund'],
    [
      ['The customer accepts the refund', 'anything'],
      ['The customer rejects the refund', 'anything'],
    ],
  ),
  action(
    'other',
    'Help with other things',
    ['Find out how you can help the customer'],
    [
      ['The customer speaks about a parcel', 'problem'],
      ['The customer has no more questions', 'bye'],
    ],
  ),
  action(
    'anything',
    'Leave nothing open',
    ['Ask if there is anything else you can do for them'],
    [
      ['The customer needs something else', 'other'],
      ['The customer needs nothing else', 'bye'],
    ],
  ),
  action('bye', 'Say goodbye', ['Thank the customer for their patience'], []),
]);
