import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import * as z from 'zod';
import { routes } from '../functions/routes.ts';
import { Transaction } from '../lib/transactions/schema.ts';
import { Wallet } from '../lib/wallets/schema.ts';
import { startStack } from '../local/cli/local-stack.ts';
import { client } from '../local/demo/demo-client.ts';
import { launchChromium, unpackChromium } from '../local/processes/chromium.ts';
import { median } from './figures.ts';
import { firstList } from './first-list.ts';
import { type Goal, reportGoals } from './goals.ts';

/**
 * Measures the console in Chromium over the whole local stack: the time from the pasted key to the first painted list,
 * and the time from the answer of a page of 100 rows to the painted rows. The peer is the time of the same answer
 * itself, without the console.
 */
const RECORDS = 250;
const PAGE_SIZE = 100;
const VISITS = 7;
const LIST = `/console/transactions?pageSize=${PAGE_SIZE}`;

const owner = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const Turned = z.object({ answer: z.number(), pageTurn: z.number() });

const folder = mkdtempSync(join(tmpdir(), 'chainwatch-bench-'));
const stack = await startStack({ port: 0, dataDir: folder, anvil: false, watch: [], log: () => {} });
const browser = await launchChromium(await unpackChromium());
try {
  await importRecords();
  const first = await visit(browser);
  const visits: Visit[] = [];
  for (let n = 0; n < VISITS; n++) visits.push(await visit(browser));
  report(first, visits);
} finally {
  await browser.close();
  await stack.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function importRecords(): Promise<void> {
  const api = client(stack.baseUrl, stack.apiKey);
  const { id: walletId } = await api.call(routes.createWallet, Wallet, {
    body: { label: 'Bench', address: owner, chains: ['ethereum'] },
  });
  for (let n = 1; n <= RECORDS; n++) {
    await api.call(routes.importTransaction, Transaction, {
      body: {
        walletId,
        hash: `0x${n.toString(16).padStart(64, '0')}`,
        chain: 'ethereum',
        blockNumber: n,
        blockTimestamp: new Date(Date.UTC(2026, 0, 31) + n * 60_000).toISOString(),
        fromAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
        toAddress: owner,
        valueDecimal: '1234567.000000000000000001',
        tokenSymbol: 'ETH',
      },
    });
  }
}

/** Milliseconds. */
interface Visit {
  readonly firstList: number;
  readonly answer: number;
  readonly pageTurn: number;
}

/** A visitor signs in, waits for the rows and turns the page. */
async function visit(from: Browser): Promise<Visit> {
  const { page, ms } = await firstList(from, { ...stack, path: LIST });
  await page.waitForLoadState('networkidle');
  const turned = await turnPage(page);
  await page.context().close();
  return { firstList: ms, ...turned };
}

/**
 * Turns to the second page. The browser notes when the body of the answer has arrived, and when the frame with the new
 * rows is painted: that is two animation frames after the rows are in the document.
 */
async function turnPage(page: Page): Promise<z.output<typeof Turned>> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  await page.exposeFunction('noteTurned', resolve);
  await page.evaluate(`{
    const rows = () => document.querySelector('main tbody').innerText.slice(0, 200);
    const before = rows();
    const { fetch } = window;
    let asked, answered;
    window.fetch = async (...args) => {
      const turns = String(args[0].url ?? args[0]).includes('page=2');
      if (turns) asked = performance.now();
      const response = await fetch(...args);
      if (turns) void response.clone().text().then(() => { answered = performance.now(); });
      return response;
    };
    const observer = new MutationObserver(() => {
      if (answered === undefined || rows() === before) return;
      observer.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() =>
        noteTurned({ answer: answered - asked, pageTurn: performance.now() - answered })));
    });
    observer.observe(document.querySelector('main'), { subtree: true, childList: true, characterData: true });
    document.querySelector('[aria-label="Next page"]').click();
  }`);
  return Turned.parse(await promise);
}

function report(first: Visit, visits: readonly Visit[]): void {
  const middle = (name: keyof Visit) => median(visits.map((each) => each[name]));
  const goals: Goal[] = [
    {
      name: 'pasted key to the first painted list, the first visitor',
      figure: first.firstList,
      unit: 'ms',
      note: 'the functions of the stack start',
    },
    { name: 'pasted key to the first painted list', figure: middle('firstList'), unit: 'ms', atMost: 1500 },
    { name: `answer of a page of ${PAGE_SIZE} rows, without the console`, figure: middle('answer'), unit: 'ms' },
    {
      name: `answer of a page of ${PAGE_SIZE} rows to its painted rows`,
      figure: middle('pageTurn'),
      unit: 'ms',
      atMost: 200,
    },
  ];
  reportGoals(goals);
}
