import { modelDefinition } from '../definition/model-definition.js';
import { callSampling } from './call-sampling.js';

const samplingOf = (more: object = {}) =>
  callSampling(modelDefinition.parse({ provider: 'openai', model: 'm', ...more }));

describe('how a model is sampled', () => {
  it('given nothing, then choices are made without chance, and each answer has a bound', () => {
    expect(samplingOf()).toEqual({
      judgement: { temperature: 0, max_output_tokens: 2_048 },
      message: { max_output_tokens: 2_500 },
      extraction: { temperature: 0, max_output_tokens: 8_192 },
    });
  });

  it('given a small context, then no answer takes more than a quarter of it', () => {
    const { judgement, message } = samplingOf({ context_tokens: 4_096 });
    expect([judgement.max_output_tokens, message.max_output_tokens]).toEqual([1_024, 1_024]);
  });

  it('given sampling for all calls and for one class, then the class comes first, then all, then the default', () => {
    const sampling = { temperature: 0.7, top_p: 0.9 };
    expect(samplingOf({ sampling, calls: { message: { temperature: 1 } } })).toMatchObject({
      judgement: { temperature: 0.7, top_p: 0.9, max_output_tokens: 2_048 },
      message: { temperature: 1, top_p: 0.9, max_output_tokens: 2_500 },
    });
  });

  it('given the offline model, then nothing is sampled', () => {
    expect(samplingOf({ provider: 'offline' })).toEqual({ judgement: {}, message: {}, extraction: {} });
  });
});
