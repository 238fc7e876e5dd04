import { ModelError } from '@svc/engine';
import { noMetrics } from '@svc/telemetry';
import { keepTraces } from '@svc/telemetry/kept-spans';
import { ManualTimers } from '../../test/manual-timers.js';
import { engageRequest, judgeRequest } from '../../test/requests.js';
import { ScriptedPort, type Script } from '../../test/scripted-port.js';
import { modelDefinition } from '../definition/model-definition.js';
import { ModelMetrics } from './model-metrics.js';
import { ModelObserver } from './model-observer.js';
import { ObservedPort } from './observed-port.js';

const never = new AbortController().signal;
const definition = modelDefinition.parse({ provider: 'openai', model: 'gpt-x' });
const ignored = () => undefined;

function observed(script: Script) {
  const port = new ScriptedPort('openai/gpt-x', [script]);
  const metrics = new ModelMetrics(noMetrics, new ManualTimers());
  const observers = { metrics, servers: { called: ignored } };
  return new ObservedPort(port, new ModelObserver({ name: 'default', definition }, observers, 'c1'));
}

const chat = {
  'gen_ai.operation.name': 'chat',
  'gen_ai.provider.name': 'openai',
  'gen_ai.request.model': 'gpt-x',
  'gen_ai.conversation.id': 'c1',
  'svc.model.name': 'default',
  'svc.model.attempts': 1,
};

describe('the trace of a call to a model', () => {
  it('when it judges, then one span by the conventions, without any text of the conversation', async () => {
    const traces = await keepTraces();
    await observed({ says: ['exit_1'] }).judge(judgeRequest, never, ignored);
    const spans = await traces.finished();
    expect(spans.map(({ name }) => name)).toEqual(['chat gpt-x']);
    expect(spans[0]?.attributes).toMatchObject({
      ...chat,
      'gen_ai.output.type': 'json',
      'svc.model.call': judgeRequest.callId,
    });
    expect(JSON.stringify(spans[0]?.attributes)).not.toMatch(/exit_1|Moby Dick/);
  });

  it('when it words a message, then the span lasts until its end', async () => {
    const traces = await keepTraces();
    const pieces: string[] = [];
    for await (const piece of observed({ says: ['Hello ', 'there.'] }).generate(
      engageRequest,
      never,
      ignored,
    ))
      pieces.push(piece);
    const spans = await traces.finished();
    expect(spans).toHaveLength(1);
    expect(spans[0]?.attributes).toMatchObject({ ...chat, 'gen_ai.output.type': 'text' });
    expect(JSON.stringify(spans[0]?.attributes)).not.toContain('Hello');
  });

  it('when it fails, then the span has failed', async () => {
    const traces = await keepTraces();
    const fails = new ModelError('unavailable', { privateDetail: 'secret words' });
    await expect(observed({ says: [], fails }).judge(judgeRequest, never, ignored)).rejects.toBe(fails);
    const [span] = await traces.finished();
    expect(span?.status.code).toBe(2); // OpenTelemetry's ERROR
    expect(span?.attributes).toMatchObject({ 'error.type': expect.any(String) as string });
    expect(JSON.stringify([span?.attributes, span?.status])).not.toContain('secret');
  });
});
