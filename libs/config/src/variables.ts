import path from 'node:path';
import { z } from 'zod';
import { parseAddressRange } from './address-range.js';

/** Any text that is not blank. */
export function text(must = 'must be a text that is not empty') {
  return z.string({ error: must }).trim().min(1, { error: must });
}

/** Comma-separated names, at least one. */
export function names() {
  const must = 'must be names separated by commas';
  return text(must).transform((value, context) => {
    const listed = value.split(',').map((name) => name.trim());
    if (listed.every((name) => /^[\w.-]+$/.test(name))) return listed;
    context.addIssue({ code: 'custom', message: must });
    return z.NEVER;
  });
}

/** Comma-separated `host:port` of servers, at least one. */
export function endpoints() {
  const must = 'must be host:port, several of them separated by commas';
  return text(must).transform((value, context) => {
    const listed = value.split(',').map((endpoint) => endpoint.trim());
    if (listed.every((endpoint) => /^[\w.-]+:\d{1,5}$/.test(endpoint))) return listed;
    context.addIssue({ code: 'custom', message: must });
    return z.NEVER;
  });
}

/** Comma-separated addresses and ranges, as text (`parseAddressRanges`). Empty: none. */
export function addressRanges() {
  const must = 'must be addresses or ranges such as 10.0.0.0/8, separated by commas';
  return z
    .string({ error: must })
    .trim()
    .refine((value) => value === '' || value.split(',').every((range) => parseAddressRange(range.trim())), {
      error: must,
    });
}

/** Comma-separated origins of pages, such as `https://app.example.com`, or `*` for all. */
export function origins() {
  const must = 'must be origins such as https://app.example.com, without a path, separated by commas, or *';
  return text(must).transform((value, context) => {
    const listed = value.split(',').map((origin) => origin.trim());
    if (listed.every(isOrigin) || value === '*') return listed;
    context.addIssue({ code: 'custom', message: must });
    return z.NEVER;
  });
}

function isOrigin(value: string): boolean {
  const parsed = URL.parse(value);
  return parsed !== null && ['http:', 'https:'].includes(parsed.protocol) && parsed.origin === value;
}

/** Path of a file, made absolute. */
export function filePath() {
  const must = 'must be the path of a file; an address, such as that of a bucket, can not be used';
  return text(must)
    .refine((value) => !/^[a-z][a-z\d+.-]+:\/\//i.test(value), { error: must })
    .transform((value) => path.resolve(value));
}

export function wholeNumber(bounds: { readonly min: number; readonly max: number }) {
  const must = `must be a whole number from ${bounds.min} to ${bounds.max}`;
  return z
    .string({ error: must })
    .trim()
    .regex(/^-?\d{1,15}$/, { error: must })
    .transform(Number)
    .pipe(z.int({ error: must }).min(bounds.min, { error: must }).max(bounds.max, { error: must }));
}

/** A TCP port; 0 lets the system choose a free one. */
export function port() {
  return wholeNumber({ min: 0, max: 65_535 });
}

/** A duration in ms, by default from 1 ms to one day. */
export function milliseconds(bounds: { readonly min?: number; readonly max?: number } = {}) {
  return wholeNumber({ min: bounds.min ?? 1, max: bounds.max ?? 86_400_000 });
}

export function flag() {
  const truthy = ['on', 'true', '1'];
  const falsy = ['off', 'false', '0'];
  const must = `must be one of ${[...truthy, ...falsy].join(', ')}`;
  return z
    .string({ error: must })
    .trim()
    .pipe(z.stringbool({ truthy, falsy, error: must }));
}

export function choice<const Options extends readonly [string, ...string[]]>(options: Options) {
  return z.enum(options, { error: `must be one of ${options.join(', ')}` });
}

/** An absolute URL of one of the given protocols, such as `https:`. */
export function url(protocols: readonly [string, ...string[]]) {
  const must = `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`;
  return text(must).refine((value) => protocols.includes(URL.parse(value)?.protocol ?? ''), { error: must });
}
