import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { chromium, type Browser, type Page } from 'playwright-core';
import { makeTemporaryFolder, removeFolder } from '../support/data-folder.js';
import { StandaloneProcess } from '../support/standalone-process.js';
import { findChromium } from './chromium.js';

jest.setTimeout(180_000); // the first one starts a whole system

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

let dataDir: string;
let standalone: StandaloneProcess;
let browser: Browser;
let page: Page;

/** What the page asked for, and what its console was told that is no mere remark. */
const requested: string[] = [];
const complaints: string[] = [];

beforeAll(async () => {
  dataDir = makeTemporaryFolder();
  standalone = await StandaloneProcess.start({ dataDir });
  // Root may not use the sandbox of Chromium, and the only page that it opens is ours.
  browser = await chromium.launch({ executablePath: findChromium() ?? '', args: ['--no-sandbox'] });
  page = await browser.newPage();
  page.on('request', (request) => requested.push(request.url()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  await page.goto(`${standalone.baseUrl}/docs`);
});
afterAll(async () => {
  await browser?.close();
  await standalone?.stop();
  removeFolder(dataDir);
});

describe('the reference in a browser', () => {
  it('shows every operation of the document', async () => {
    const response = await fetch(`${standalone.baseUrl}/v1/openapi.json`);
    const document = (await response.json()) as Document;
    const operations = Object.entries(document.paths).flatMap(([path, served]) =>
      Object.keys(served).map((method) => `${method.toUpperCase()} ${path}`),
    );

    await page
      .locator('.opblock')
      .nth(operations.length - 1)
      .waitFor();
    const methods = await page.locator('.opblock-summary-method').allTextContents();
    const paths = await page.locator('.opblock-summary-path').allTextContents();
    // The viewer lets paths break with spaces of no width.
    const shown = paths.map((path, at) => `${methods[at] ?? ''} ${path.replaceAll('\u200b', '')}`);
    expect(shown.toSorted()).toEqual(operations.toSorted());
  });

  it('opens an operation with what it takes and answers', async () => {
    await page.locator('.opblock-summary-control').filter({ hasText: '/interact' }).click();
    await page.locator('.opblock-body').waitFor();
    await expect(page.locator('.opblock-body').innerText()).resolves.toMatch(
      /recorded_message[^]*application\/x-ndjson/,
    );
  });

  it('has asked nobody but this server for anything, and has nothing to complain of', () => {
    expect([
      ...new Set(requested.filter((url) => !url.startsWith('data:')).map((url) => new URL(url).origin)),
    ]).toEqual([standalone.baseUrl]);
    expect(complaints).toEqual([]);
  });
});
