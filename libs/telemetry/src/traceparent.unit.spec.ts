import { formatTraceparent, parseTraceparent } from './traceparent.js';

const trace = '0af7651916cd43dd8448eb211c80319c';
const span = 'b7ad6b7169203331';

describe('traceparent', () => {
  it('is read and written', () => {
    const text = `00-${trace}-${span}-01`;
    expect(parseTraceparent(text)).toEqual({ traceId: trace, spanId: span, sampled: true });
    expect(formatTraceparent({ traceId: trace, spanId: span, sampled: true })).toBe(text);
    expect(formatTraceparent({ traceId: trace, spanId: span, sampled: false })).toBe(
      `00-${trace}-${span}-00`,
    );
  });

  it('is read from later versions that add parts', () => {
    expect(parseTraceparent(`01-${trace}-${span}-00-more`)).toEqual({
      traceId: trace,
      spanId: span,
      sampled: false,
    });
  });

  it.each([
    undefined,
    '',
    'nonsense',
    `00-${trace}-${span}`,
    `00-${trace}-${span}-01-more`,
    `ff-${trace}-${span}-01`,
    `00-${'0'.repeat(32)}-${span}-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `00-${trace.toUpperCase()}-${span}-01`,
  ])('is ignored when it is %p', (header) => {
    expect(parseTraceparent(header)).toBeUndefined();
  });
});
