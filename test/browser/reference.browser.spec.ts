import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chromium, type Browser, type Page } from 'playwright-core';
import { SuiteSystem } from '../support/suite-system.js';
import { findChromium } from './chromium.js';

const system = new SuiteSystem();

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

let browser: Browser;
let page: Page;

/** The requests of the page, and the warnings and errors of its console. */
const requested: string[] = [];
const complaints: string[] = [];

beforeAll(async () => {
  // Root may not use the sandbox of Chromium, and the only page that it opens is ours.
  browser = await chromium.launch({ executablePath: findChromium() ?? '', args: ['--no-sandbox'] });
  page = await browser.newPage();
  page.on('request', (request) => requested.push(request.url()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  await page.goto(`${system.baseUrl}/docs`);
});
afterAll(async () => {
  await browser?.close();
});

/** `GET /v1/{org}/service/`, as the document at a path names its operations. */
async function operationsOf(path: string): Promise<readonly string[]> {
  const response = await fetch(`${system.baseUrl}${path}`);
  const document = (await response.json()) as Document;
  return Object.entries(document.paths).flatMap(([served, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${served}`),
  );
}

/** The same as the page shows them, once it shows as many and the last of them. */
async function shownOperations(operations: readonly string[]): Promise<readonly string[]> {
  const [, lastPath = ''] = operations.at(-1)?.split(' ') ?? [];
  await page.locator(`.opblock-summary-path[data-path="${lastPath}"]`).first().waitFor();
  await page
    .locator('.opblock')
    .nth(operations.length - 1)
    .waitFor();
  const methods = await page.locator('.opblock-summary-method').allTextContents();
  const paths = await page.locator('.opblock-summary-path').allTextContents();
  // The viewer lets paths break with spaces of no width.
  return paths.map((path, at) => `${methods[at] ?? ''} ${path.replaceAll('\u200b', '')}`);
}

describe('the reference in a browser', () => {
  it('shows every operation of the Classic document', async () => {
    const operations = await operationsOf('/v1/openapi.json');
    expect((await shownOperations(operations)).toSorted()).toEqual(operations.toSorted());
  });

  it('opens an operation with its request and responses', async () => {
    await page
      .locator('.opblock-summary-control')
      .filter({ hasText: /\/interact(?!ion)/ })
      .click();
    await page.locator('.opblock-body').waitFor();
    await expect(page.locator('.opblock-body').innerText()).resolves.toMatch(
      /recorded_message[^]*application\/x-ndjson/,
    );
  });

  it('shows every operation of the Platform document when that is chosen', async () => {
    await page.locator('.topbar select').selectOption({ label: 'Platform' });
    const operations = await operationsOf('/v1/platform/openapi.json');
    expect((await shownOperations(operations)).toSorted()).toEqual(operations.toSorted());
  });

  it('loads everything from this server, without warnings and errors', () => {
    expect([
      ...new Set(requested.filter((url) => !url.startsWith('data:')).map((url) => new URL(url).origin)),
    ]).toEqual([system.baseUrl]);
    expect(complaints).toEqual([]);
  });
});
