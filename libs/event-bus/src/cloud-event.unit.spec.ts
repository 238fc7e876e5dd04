import { samplePublicEvent } from '../test/sample-event.js';
import { cloudEventOf, ForeignMessageError, publicEventFromCloudEvent } from './cloud-event.js';

const event = samplePublicEvent();

describe('a public event as a CloudEvent', () => {
  it('is restored byte for byte', () => {
    expect(publicEventFromCloudEvent(cloudEventOf(event))).toEqual(event);
    const ofNobody = { ...event, subject: null };
    expect(publicEventFromCloudEvent(cloudEventOf(ofNobody))).toEqual(ofNobody);
  });

  it('has the attributes that CloudEvents demand, and the trace', () => {
    expect(cloudEventOf(event).headers).toMatchObject({
      'content-type': 'application/json',
      ce_specversion: '1.0',
      ce_id: event.eventId,
      ce_source: '/svc/bank',
      ce_type: 'svc.bank.v1.MoneyDeposited',
      ce_subject: event.streamId,
      ce_time: '2026-11-21T00:00:00.000Z',
      ce_traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
    });
  });

  it.each([
    ['ce_source', 'https://elsewhere.test'],
    ['ce_type', 'com.example.thing'],
    ['ce_streamversion', '-1'],
    ['ce_hash', 'abc'],
    ['ce_time', 'yesterday'],
    ['ce_subject', ''],
    ['ce_subject', 'org:demo/account/a\u0000b'],
    ['ce_subject', `org:demo/account/${'a'.repeat(512)}`],
    ['ce_recordof', ''],
    ['ce_id', 'one'],
    ['ce_time', '1969-12-31T23:59:59.999Z'],
    ['ce_metadata', '{"actor":"\u0000"}'],
  ])('is refused with a %s that is not ours', (header, value) => {
    const { headers, body } = cloudEventOf(event);
    const read = () => publicEventFromCloudEvent({ headers: { ...headers, [header]: value }, body });
    expect(read).toThrow(new ForeignMessageError(header));
  });
});
