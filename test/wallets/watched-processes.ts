import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { openTable, type Table } from '../../lib/platform/table/table.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { epochSeconds, plusSeconds } from '../../lib/values/time.ts';
import { walletChanges } from '../../lib/wallets/change-wallet.ts';
import { CreateWallet } from '../../lib/wallets/schema.ts';
import { watchedPages } from '../../lib/wallets/watched-pages.ts';
import { type WatchedSet, watchedSet } from '../../lib/wallets/watched-set.ts';
import { testDeps } from '../support/deps.ts';
import { Faults, type Plan } from '../support/faults.ts';
import { uuid } from '../support/records.ts';
import { dynamoDb, makeTable } from '../support/table.ts';

export const CHAIN = 'ethereum';
const { signal } = new AbortController();

/** The n-th address that wallets of the test can have, in match form. */
export const addressAt = (n: number): string => `0x${(n + 1).toString(16).padStart(40, '0')}`;

/** Calls a function before the n-th command of a client, and waits for the function. */
function interrupted(client: DynamoDBClient) {
  let at = 0;
  let run = async (): Promise<void> => undefined;
  client.middlewareStack.add(
    (next) => async (args) => {
      at -= 1;
      if (at === 0) await run();
      return next(args);
    },
    { step: 'initialize', name: 'interrupted', priority: 'high' },
  );
  return {
    client,
    before(n: number, then: () => Promise<void>): void {
      at = n;
      run = then;
    },
  };
}

/** One table with one clock, callers that change wallets, and processes that watch. Their clocks deviate. */
export async function watchedWorld() {
  const deps = testDeps(await makeTable());
  const clockOf = (skew: number) => () => plusSeconds(deps.now(), skew);
  /** What is watched, as far as callers know, by organisation and address. */
  const wallets = new Map<string, { readonly n: number; readonly id: string; watch: boolean }>();

  /** A caller with an own clock. `before` interrupts the caller before one of its commands. */
  function caller(skew: number) {
    const { client, before } = interrupted(dynamoDb());
    const own = { ...deps, now: clockOf(skew), table: openTable(deps.table.name, client) };
    return { before, changes: walletChanges(own) };
  }

  const organisationAt = (n: number): OrganisationId => OrganisationId.parse(uuid(n + 1));

  return {
    deps,
    wallets,
    caller,
    organisationAt,

    /** Creates, pauses, resumes or removes the wallet of an organisation. */
    async change(
      { changes }: ReturnType<typeof caller>,
      organisation: number,
      n: number,
      to: 'watch' | 'pause' | 'gone',
    ) {
      const key = `${organisation} ${n}`;
      const id = organisationAt(organisation);
      const wallet = wallets.get(key);
      if (to === 'gone') {
        // From now on nobody may rely on the wallet.
        wallets.delete(key);
        if (wallet !== undefined) await changes.remove(id, wallet.id);
      } else if (wallet === undefined) {
        const address = addressAt(n);
        const input = CreateWallet.parse({ label: 'Watched', address, chains: [CHAIN], watch: to === 'watch' });
        const made = await changes.create(id, input, { address, destinationTag: null });
        wallets.set(key, { n, id: made.id, watch: made.watch });
      } else {
        if (to === 'pause') wallet.watch = false;
        deps.advance(1);
        await changes.update(id, wallet.id, { watch: to === 'watch' });
        wallet.watch = to === 'watch';
      }
    },

    /** The addresses whose watching was answered. */
    watched: (): string[] =>
      [...new Set([...wallets.values()].filter(({ watch }) => watch).map(({ n }) => addressAt(n)))].sort(),

    /** Moves the clock. The table deletes what has expired. */
    async pass(seconds: number): Promise<void> {
      deps.advance(seconds);
      if (seconds >= 3_600) await expire(deps.table, deps.now());
    },

    /** The addresses in the pages. */
    async packed(): Promise<string[]> {
      const pages = watchedPages(deps, CHAIN);
      const head = await pages.head();
      const texts = await Promise.all((head?.pages ?? []).map((page) => pages.read(page)));
      return texts.flatMap((page) => page?.split('\n') ?? ['a page is missing']).sort();
    },

    /** A process that watches. `restart` makes the process forget what it knows. */
    process(skew: number) {
      const faults = new Faults();
      const { client, before } = interrupted(faults.over(dynamoDb()));
      const own = { ...deps, now: clockOf(skew), table: openTable(deps.table.name, client) };
      const fresh = (): WatchedSet => watchedSet({ ...own, sizes: { page: 4, changes: 6 } }, CHAIN);
      let set = fresh();
      return {
        before,
        restart: () => {
          set = fresh();
        },
        /** What a block would match now. */
        upToDate: () => set.upToDate(),
        /** Packs, and restarts if the process dies. */
        async pack(plan: Plan): Promise<void> {
          faults.arm(plan);
          await faults.process(() => set.pack(signal));
          if (faults.hit !== undefined) this.restart();
          faults.arm({ at: 0, fails: 'before', process: 'goes on' });
          await faults.process(async () => undefined);
        },
      };
    },
  };
}

export type WatchedWorld = Awaited<ReturnType<typeof watchedWorld>>;

/** Deletes what has expired, as the table does by itself. */
async function expire(table: Table, now: Date): Promise<void> {
  const { Items = [] } = await table.client.send(new ScanCommand({ TableName: table.name }));
  const gone = Items.filter(({ ttl }) => typeof ttl === 'number' && ttl < epochSeconds(now));
  for (let first = 0; first < gone.length; first += 25) {
    const requests = gone.slice(first, first + 25).map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }));
    await table.client.send(new BatchWriteCommand({ RequestItems: { [table.name]: requests } }));
  }
}
