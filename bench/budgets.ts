import { loadavg } from 'node:os';
import { evm } from '../lib/chains/families.ts';
import { chainOf } from '../lib/chains/registry.ts';
import { openTable, type Table } from '../lib/platform/table/table.ts';
import { fixedPrices } from '../lib/prices/fixed.ts';
import { derivedId, OrganisationId } from '../lib/values/ids.ts';
import { walletChanges } from '../lib/wallets/change-wallet.ts';
import { CreateWallet } from '../lib/wallets/schema.ts';
import { cursorRepo } from '../lib/watch/cursor.ts';
import { recordMatchesDeps } from '../lib/watch/deferred/matches-wiring.ts';
import { recordMatchesOf } from '../lib/watch/deferred/record-matches-of.ts';
import type { MatchesMessage } from '../lib/watch/match-queue.ts';
import { scan } from '../lib/watch/scan.ts';
import { watchDeps } from '../lib/watch/watch-wiring.ts';
import { createBareTable } from '../local/aws/bare-table.ts';
import { paymentChain, paymentsAt, readerOf } from '../local/chains/recorded/payment-chain.ts';
import { benchDeps } from './bench-deps.ts';
import { startMeteredDynamoDb } from './dynamodb.ts';
import { figure, median, printTable, quantile } from './figures.ts';
import { reportGoals } from './goals.ts';

/**
 * Measures what a busy wallet costs another organisation. In every block the busy wallet is in 300 transactions, and
 * another organisation's wallet is in one. The time runs from the block to the record of the other organisation, with
 * the budgets of production and a simulated time for each call to the table. The consumers of deferred matches are
 * other functions: here they work between the blocks.
 */
const TABLE_MS = 8;
const BUSY = 300;
const WARM_UP = 10;
const BLOCKS = 40;
/** Organisations that watch one address, which one transaction touches. */
const WATCHING = 1_000;
const BUDGETS = { perBlock: 20, atOnce: 200, perHour: 1_000_000 };
/** The highest accepted ratio of the medians. */
const GOAL = 1.3;
/** A block of Ethereum, in milliseconds: until then, the cursor must have passed the block before. */
const BLOCK_MS = 12_000;

const CHAIN = 'anvil';
const { signal } = new AbortController();
const prices = fixedPrices(`{"${CHAIN}":{"native":"3000"}}`);

const hashOf = (n: number): string => `0x${n.toString(16).padStart(64, '0')}`;
const addressAt = (n: number): string => evm.parseAddress(`0x${String(n).padStart(40, '1')}`)?.address ?? '';
const [quiet, busy, shared, stranger] = [1, 2, 3, 4].map(addressAt) as [string, string, string, string];

const dynamoDb = await startMeteredDynamoDb();

/** A table whose chain is watched by one process, with the consumers of deferred matches. */
async function world() {
  const { name } = await createBareTable(dynamoDb.client);
  const deps = benchDeps(openTable(name, dynamoDb.client));
  const chain = paymentChain();
  let payments = 0;
  const messages: MatchesMessage[] = [];
  const matches = { send: async (sent: readonly MatchesMessage[]) => void messages.push(...sent) };
  await cursorRepo(deps).begin(CHAIN, 0);

  const watcherOn = (table: Table, recorded: (organisation: OrganisationId) => void) => {
    const watcher = watchDeps(
      { ...deps, table },
      { chain: CHAIN, reader: readerOf(chain), prices, queue: { send: async () => {} }, budgets: BUDGETS, matches },
    );
    const { transactions } = watcher;
    const record: typeof transactions.record = async (organisation, ...rest) => {
      const made = await transactions.record(organisation, ...rest);
      recorded(organisation);
      return made;
    };
    return { ...watcher, transactions: { ...transactions, record } };
  };
  return {
    name,
    messages,
    watcherOn,

    /** Appends a block with a payment of one ether for each pair. */
    append(...ends: readonly (readonly [from: string, to: string])[]): void {
      const time = new Date(Date.UTC(2026, 0, 1) + chain.links.length * BLOCK_MS);
      const paid = ends.map(([from, to]) => ({ hash: hashOf(payments++), from, to, amount: '1' }));
      chain.append(paymentsAt(time, paid));
    },

    async watching(id: string, address: string): Promise<OrganisationId> {
      const organisation = OrganisationId.parse(derivedId('organisation', id));
      const input = CreateWallet.parse({ label: 'Watched', address, chains: [CHAIN] });
      await walletChanges(deps).create(organisation, input, { address, destinationTag: null });
      return organisation;
    },

    /** Records all deferred matches. */
    async drain(table: Table): Promise<void> {
      const work = recordMatchesDeps(
        { ...deps, table },
        { prices, matches, queue: { send: async () => {} }, perHour: 1e6 },
      );
      for (let next = messages.shift(); next !== undefined; next = messages.shift()) await recordMatchesOf(work, next);
    },
  };
}

const scanned = async (watcher: ReturnType<Awaited<ReturnType<typeof world>>['watcherOn']>): Promise<void> => {
  await scan(watcher, { chain: chainOf(CHAIN), confirmations: 0, start: 0, signal });
  await watcher.deferral.end();
};

/** Milliseconds from each block to the record of the other organisation, and to the moved cursor. */
async function timed(touching: number): Promise<{ record: number[]; cursor: number[] }> {
  const own = await world();
  const other = await own.watching('quiet', quiet);
  await own.watching('busy', busy);
  let at = 0;
  const slow = openTable(own.name, dynamoDb.delayed(TABLE_MS));
  const watcher = own.watcherOn(slow, (organisation) => {
    if (organisation === other) at = performance.now();
  });
  const times = { record: [] as number[], cursor: [] as number[] };
  for (let n = 0; n < WARM_UP + BLOCKS; n++) {
    const ends = Array.from({ length: touching }, () => [busy, stranger] as const);
    own.append(...ends.slice(touching / 2), [quiet, stranger], ...ends.slice(0, touching / 2));
    globalThis.gc?.();
    const begun = performance.now();
    await scanned(watcher);
    if (n >= WARM_UP) {
      times.record.push(at - begun);
      times.cursor.push(performance.now() - begun);
    }
    await own.drain(openTable(own.name, dynamoDb.client));
  }
  return times;
}

const unitsOf = (): number => [...dynamoDb.usage.values()].reduce((sum, { units }) => sum + units, 0);

/** Units per record, of a block that is recorded at once and of deferred matches. */
async function units(touching: number, organisations: number) {
  const own = await world();
  for (let n = 0; n < organisations; n++) await own.watching(String(n), shared);
  const metered = openTable(own.name, dynamoDb.metered);
  let atOnce = 0;
  const watcher = own.watcherOn(metered, () => {
    atOnce++;
  });
  const block = () => own.append(...Array.from({ length: touching }, () => [shared, stranger] as const));
  // The first block meets empty lists, and a process that knows nothing.
  block();
  await scanned(watcher);
  await own.drain(openTable(own.name, dynamoDb.client));
  atOnce = 0;
  block();
  dynamoDb.usage.clear();
  const begun = performance.now();
  await scanned(watcher);
  const cursorMs = performance.now() - begun;
  const scan = unitsOf();
  await own.drain(metered);
  const deferred = touching * organisations - atOnce;
  return { atOnce, deferred, cursorMs, scan, all: unitsOf() };
}

try {
  const alone = await timed(0);
  const beside = await timed(BUSY);
  const ratio = median(beside.record) / median(alone.record);
  console.log(`Milliseconds, ${TABLE_MS} ms per call to the table (load ${loadavg().map(figure).join(', ')})`);
  const row = (name: string, { record, cursor }: typeof alone): string[] => [
    name,
    ...[median(record), quantile(record, 0.9), median(cursor)].map((value) =>
      typeof value === 'number' ? figure(value) : value,
    ),
  ];
  printTable(
    ['', 'to the record, median', '90 %', 'to the cursor, median'],
    [row('alone', alone), row(`beside a wallet with ${BUSY} transactions`, beside)],
  );

  console.log('\nCapacity units of a block, and of the records that the consumers then make');
  const one = await units(BUDGETS.perBlock, 1);
  const perAtOnce = one.all / one.atOnce;
  const rows = [
    [`${BUDGETS.perBlock} transactions of a wallet`, one],
    [`${BUSY} transactions of a wallet`, await units(BUSY, 1)],
    [`a transaction of ${WATCHING} organisations`, await units(1, WATCHING)],
  ] as const;
  printTable(
    ['', 'at once', 'deferred', 'units per record', 'units per deferred record', 'ms to the cursor'],
    rows.map(([name, { atOnce, deferred, all, cursorMs }]) => [
      name,
      String(atOnce),
      String(deferred),
      (all / (atOnce + deferred)).toFixed(1),
      deferred === 0 ? '' : ((all - atOnce * perAtOnce) / deferred).toFixed(1),
      figure(cursorMs),
    ]),
  );
  const [, , [, many]] = rows;
  reportGoals([
    { name: 'record beside a busy wallet, by its time alone', figure: ratio, unit: '×', atMost: GOAL },
    {
      name: `cursor past a transaction of ${WATCHING} organisations`,
      figure: many.cursorMs,
      unit: 'ms',
      atMost: BLOCK_MS,
    },
  ]);
} finally {
  await dynamoDb.stop();
}
