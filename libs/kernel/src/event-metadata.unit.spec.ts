import { requestMetadata } from './event-metadata.js';

describe('the metadata of events that a request causes', () => {
  it('given a request in a trace, then they name the actor, the request and the trace', () => {
    expect(requestMetadata('user:ada', { requestId: 'r-1', traceparent: '00-a-b-01' })).toEqual({
      actor: 'user:ada',
      correlationId: 'r-1',
      causationId: 'r-1',
      traceparent: '00-a-b-01',
    });
  });

  it('given a request without a trace, then the stored bytes have no empty field', () => {
    expect(Object.keys(requestMetadata('installer', { requestId: 'r-1', traceparent: undefined }))).toEqual([
      'actor',
      'correlationId',
      'causationId',
    ]);
  });
});
