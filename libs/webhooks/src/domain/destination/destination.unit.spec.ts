import type { DomainError } from '@svc/errors';
import type { DestinationEvent } from './destination-event.js';
import { destinationDecider, type DestinationCommand } from './destination.js';

const minute = 60_000;
const createdAtMs = 1_700_000_000_000;
const created: DestinationEvent = {
  type: 'DestinationCreated',
  data: {
    destinationId: 'd',
    url: 'https://example.com/hook',
    acceptedTypes: ['api-key-expiration-soon'],
    retryAttempts: 3,
    inConversationOrder: false,
    secretId: 's1',
    createdAtMs,
  },
};
const create = {
  type: 'CreateDestination',
  destinationId: 'd',
  url: 'https://example.com/hook',
  allowsPlain: false,
  secretId: 's1',
  acceptedTypes: ['api-key-expiration-soon'],
  retryAttempts: 3,
  inConversationOrder: false,
} as const;
const rotated = (atMs: number): DestinationEvent => ({
  type: 'SecretRotated',
  data: { secretId: 's2', rotatedAtMs: atMs, dualSigningStopsAtMs: atMs + 30 * minute },
});

function given(...events: readonly DestinationEvent[]) {
  const state = events.reduce(
    (before, event) => destinationDecider.evolve(before, event),
    destinationDecider.initialState,
  );
  return (command: DestinationCommand, atMs = createdAtMs) =>
    destinationDecider.decide(state, { ...command, atMs });
}
function rejection(attempt: () => unknown): Partial<DomainError> {
  try {
    attempt();
  } catch (error) {
    return error as DomainError;
  }
  return {};
}

describe('a new destination', () => {
  it('then it is created', () => expect(given()(create)).toEqual([created]));

  it.each([
    ['http', { url: 'http://example.com' }],
    ['another protocol', { url: 'ftp://example.com', allowsPlain: true }],
    ['no URL', { url: 'example.com' }],
    ['a URL with a user', { url: 'https://a@example.com' }],
    ['a URL with a password', { url: 'https://a:b@example.com' }],
    ['a URL that is too long', { url: `https://example.com/${'x'.repeat(2_100)}` }],
    ['a URL with U+0000', { url: 'https://example.com/\u0000' }],
    ['an unknown type', { acceptedTypes: ['conversation-started'] }],
    ['a type twice', { acceptedTypes: ['api-key-expiration-soon', 'api-key-expiration-soon'] }],
    ['no attempt', { retryAttempts: 0 }],
    ['six attempts', { retryAttempts: 6 }],
    ['half an attempt', { retryAttempts: 1.5 }],
  ])('given %s, then it is refused', (_what, change) => {
    expect(rejection(() => given()({ ...create, ...change }))).toMatchObject({ code: 'validation_failed' });
  });

  it('given http where the installer allows it, then it is created', () => {
    expect(given()({ ...create, url: 'http://localhost:8080', allowsPlain: true })).toHaveLength(1);
  });
});

describe('an update', () => {
  const update = { type: 'UpdateDestination', url: undefined } as const;

  it('then what is left out stays', () => {
    expect(given(created)({ ...update, retryAttempts: 5 })).toEqual([
      {
        type: 'DestinationUpdated',
        data: { acceptedTypes: ['api-key-expiration-soon'], retryAttempts: 5, inConversationOrder: false },
      },
    ]);
  });

  it('given nothing new, and the same URL, then there is no event', () => {
    expect(given(created)({ ...update, url: 'https://example.com/hook', retryAttempts: 3 })).toEqual([]);
  });

  it.each([{ url: 'https://example.com/other' }, { retryAttempts: 9 }, { acceptedTypes: ['x'] }])(
    'given %j, then it is refused',
    (change) =>
      expect(rejection(() => given(created)({ ...update, ...change }))).toMatchObject({
        code: 'validation_failed',
      }),
  );
});

describe('a rotation', () => {
  const rotate = { type: 'RotateSecret', secretId: 's2' } as const;

  it('also right after the creation, then both secrets sign for 30 minutes', () => {
    expect(given(created)(rotate)).toEqual([rotated(createdAtMs)]);
  });

  it('within an hour of the last one, then it is refused; after it, it is accepted', () => {
    const again = given(created, rotated(createdAtMs));
    expect(rejection(() => again(rotate, createdAtMs + 60 * minute - 1))).toMatchObject({
      code: 'rotation_too_soon',
      message: expect.stringContaining('2023-11-14T23:13:20.000Z') as string,
    });
    expect(again(rotate, createdAtMs + 60 * minute)).toHaveLength(1);
  });
});

describe('a rewind', () => {
  const day = 24 * 60 * minute;
  const rewind = (sinceMs: number) =>
    given(created)({ type: 'RewindDestination', sinceMs }, createdAtMs + 40 * day);

  it('up to 30 days back, then it covers the time until now', () => {
    expect(rewind(createdAtMs + 10 * day)).toEqual([
      {
        type: 'DestinationRewound',
        data: { sinceMs: createdAtMs + 10 * day, untilMs: createdAtMs + 40 * day },
      },
    ]);
  });

  it.each([createdAtMs + 10 * day - 1, createdAtMs + 40 * day + 1])('to %d, then it is refused', (sinceMs) =>
    expect(rejection(() => rewind(sinceMs))).toMatchObject({ code: 'validation_failed' }),
  );
});

it.each<DestinationCommand>([
  { type: 'UpdateDestination', url: undefined },
  { type: 'RotateSecret', secretId: 's' },
  { type: 'RewindDestination', sinceMs: createdAtMs },
  { type: 'DeleteDestination' },
])('given a destination that is deleted or unknown, then $type finds nothing', (command) => {
  for (const history of [[], [created, { type: 'DestinationDeleted', data: {} } as const]])
    expect(rejection(() => given(...history)(command))).toMatchObject({ code: 'not_found' });
});
