import { classifyFirstSegment } from './tenant-segment.js';

describe('the segment after /v1', () => {
  it.each([
    ['me', 'reserved'],
    ['openapi.json', 'reserved'],
    ['0191f0d2-7a0b-4c3e-8c0a-2f1f3c9a0b11', 'workspace'],
    ['0191F0D2-7A0B-4C3E-8C0A-2F1F3C9A0B11', 'workspace'],
    ['demo', 'organization'],
    ['Me', 'organization'],
    ['0191f0d2', 'organization'],
  ])('%s is %s', (segment, kind) => {
    expect(classifyFirstSegment(segment)).toBe(kind);
  });
});
