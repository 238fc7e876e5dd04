import { renderTemplate } from './response-template.js';

const render = (template: string) =>
  renderTemplate(template, { a: { b: ['x', { c: 1 }] }, n: null }, 100_000);

describe('a template of answers', () => {
  it.each([
    ['{{a.b.0}}', 'x'],
    ['{{ a.b.0 }}', 'x'],
    ['<{{\ta.b.1\n}}>', '<{"c":1}>'],
    ['{{.}}', '{"a":{"b":["x",{"c":1}]},"n":null}'],
    ['{{n}}{{lost}}{{a.lost}}', ''],
    ['{{ }}', ''],
    ['{a} {{a', '{a} {{a'],
  ])('%j is filled', (template, expected) => {
    expect(render(template)).toBe(expected);
  });

  it.each([
    ['blanks without an end', `{{${' '.repeat(4_000)}`],
    ['a name amid blanks without an end', `{{${' '.repeat(2_000)}a${' '.repeat(2_000)}}`],
    ['many beginnings', `{{ a`.repeat(4_000)],
  ])('given %s, then it is rendered at once, as it is', (_what, template) => {
    const began = performance.now();
    expect(render(template)).toBe(template);
    expect(performance.now() - began).toBeLessThan(500);
  });
});
