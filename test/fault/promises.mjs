/**
 * The promises of docs/reliability.md, and the cases that test them: each case of a row tests all
 * promises of its row. `npm test` runs one case of each row, which the commit chooses; `npm run test:faults` and
 * SVC_ALL_TESTS=1 run all. A case is a suite, or the tests of a suite whose full name contains `test` (a regular
 * expression). Tests of the tiers `fault` and `kafka-fault` that no row names always run.
 * @type {readonly { promises: readonly string[], cases: readonly { suite: string, test?: string }[] }[]}
 */
export const sampledPromises = [
  {
    promises: [
      'Acknowledged is kept',
      'A turn counts whole or not at all',
      'A broken connection means unknown',
      'After a crash nothing stays locked',
      'History is whole',
    ],
    cases: ['node', 'postgres', 'both'].map((victim) => ({
      suite: 'test/fault/crash-recovery.fault.spec.ts',
      test: `kill -9 of ${victim} during conversations`,
    })),
  },
  {
    promises: ['The application outlives its database server'],
    cases: [
      { suite: 'test/fault/database-outage.fault.spec.ts', test: 'killed again while it comes back' },
      { suite: 'test/fault/database-outage.fault.spec.ts', test: 'when the server is killed' },
      { suite: 'test/fault/database-outage.fault.spec.ts', test: 'one of its processes is killed' },
      { suite: 'test/fault/machine.fault.spec.ts', test: 'the socket of the database is removed' },
    ],
  },
  {
    promises: ['A full disk stops storing, not reading'],
    cases: [
      { suite: 'test/fault/machine.fault.spec.ts', test: 'when it is nearly full' },
      { suite: 'test/fault/machine.fault.spec.ts', test: 'when it is full' },
    ],
  },
  {
    promises: ['One turn at a time, on any number of hosts'],
    cases: [
      { suite: 'test/fault/two-hosts.fault.spec.ts' },
      { suite: 'test/fault/suspended-hosts.fault.spec.ts' },
    ],
  },
  {
    promises: ['Unknown is said as such'],
    cases: [
      { suite: 'libs/conversations/test/standby-away.fault.spec.ts', test: 'when it returns' },
      { suite: 'libs/conversations/test/standby-away.fault.spec.ts', test: 'when it stays away' },
    ],
  },
  {
    promises: ['SIGTERM ends turns, it does not cut them'],
    cases: [
      { suite: 'test/fault/orderly-stop.fault.spec.ts', test: 'each ends with interaction-complete' },
      { suite: 'test/fault/orderly-stop.fault.spec.ts', test: 'turns that do not end in time' },
    ],
  },
  {
    promises: ['A model that fails often loses few turns'],
    cases: [
      { suite: 'test/fault/failing-model.fault.spec.ts', test: 'at most 1 % of the turns' },
      { suite: 'test/fault/failing-model.fault.spec.ts', test: 'no turn is lost' },
    ],
  },
  {
    promises: ['An effect of a tool happens once, or is known to be unknown'],
    cases: ['of an organization doubles no effect', 'of a workspace doubles no effect'].map((test) => ({
      suite: 'test/fault/tool-calls.fault.spec.ts',
      test,
    })),
  },
  {
    promises: ['Webhooks and memories are neither lost nor doubled'],
    cases: [
      { suite: 'test/fault/webhooks.fault.spec.ts' },
      {
        suite: 'test/fault/finished-conversations.kafka-fault.spec.ts',
        test: 'given memory and webhooks killed at random',
      },
      {
        suite: 'test/fault/finished-conversations.kafka-fault.spec.ts',
        test: 'finished meanwhile is told of by its two webhooks',
      },
    ],
  },
  {
    promises: ['Services that are killed or restored hear of each other as before'],
    cases: [
      { suite: 'test/fault/service-kills.kafka-fault.spec.ts' },
      { suite: 'test/fault/restored-backup.kafka-fault.spec.ts' },
    ],
  },
  {
    promises: ['What brokers acknowledged is kept when they go'],
    cases: [
      'one after the other, then nothing acknowledged is lost',
      'given a broker that is killed',
      'given a broker that stands still',
    ].map((test) => ({
      suite: 'libs/event-bus-kafka/src/producer/guarded-producer.kafka-fault.spec.ts',
      test,
    })),
  },
  {
    promises: ['A relay publishes each event, whatever ends it'],
    cases: [
      'given a relay that is killed while no broker answers',
      'given two relays',
      'given brokers that have lost everything',
    ].map((test) => ({ suite: 'libs/event-bus-kafka/src/relay/kafka-relay.kafka-fault.spec.ts', test })),
  },
  {
    promises: ['A consumer takes each event once and in order'],
    cases: ['can not take', 'given two consumers', 'given an event that takes long'].map((test) => ({
      suite: 'libs/event-bus-kafka/src/consumer/kafka-consumer.kafka-fault.spec.ts',
      test,
    })),
  },
  {
    promises: ['The bus goes on by itself after an outage'],
    cases: ['that no broker is there', 'given a database server', 'given an owner whose log'].map((test) => ({
      suite: 'libs/event-bus-kafka/src/outages.kafka-fault.spec.ts',
      test,
    })),
  },
  {
    promises: ['An `error` line means void'],
    cases: [{ suite: 'libs/conversations/test/simulation.fault.spec.ts' }],
  },
  {
    promises: ['A slow database does not take turns away'],
    cases: [{ suite: 'libs/conversations/test/lease.int.spec.ts' }],
  },
  {
    promises: ["Strangers can't stop it"],
    cases: [{ suite: 'test/load/flood.fault.spec.ts' }],
  },
  {
    promises: ['Under load nothing is lost, doubled or out of order'],
    cases: [{ suite: 'test/load/converse-at-once.fault.spec.ts' }],
  },
  {
    promises: ['Who was erased stays erased'],
    cases: [{ suite: 'libs/identity/test/erasures.int.spec.ts' }],
  },
];
