import { classifyFirstSegment, surfaceOf } from './tenant-segment.js';

describe('the segment after /v1', () => {
  it.each([
    ['me', 'reserved'],
    ['agent', 'reserved'],
    ['s', 'reserved'],
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

describe('the interface that a path is of', () => {
  it.each([
    ['/v1/demo/user', 'classic'],
    ['/v1/openapi.json', 'classic'],
    ['/docs', 'classic'],
    ['/', 'classic'],
    ['/v2/me', 'classic'],
    ['/v1/:org/user', 'classic'],
    ['/v1/:workspace_id/api-keys', 'platform'],
    ['/v1/me/workspaces', 'platform'],
    ['/v1/agent/text-stream', 'platform'],
    ['/v1/s/token', 'form'],
    ['/v1/s/:token/spec', 'form'],
    ['/v1/workspaces?limit=1', 'platform'],
    ['/v1/platform/openapi.json', 'platform'],
    ['/v1/0191f0d2-7a0b-4c3e-8c0a-2f1f3c9a0b11/nothing', 'platform'],
  ])('%s: %s', (url, surface) => {
    expect(surfaceOf(url)).toBe(surface);
  });
});
