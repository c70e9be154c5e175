import type { AccountsAt } from '../chains/port/chain.ts';
import type { BalanceCheckOptions } from '../watch/checks-beside.ts';
import type { Cursor } from '../watch/schema.ts';
import type { BalanceCheckDeps } from './check-deps.ts';
import type { KeptBalances } from './kept-balances.ts';
import { packedLists } from './packed-lists.ts';
import type { BalancePage, BegunCheck } from './repo.ts';
import { AT_ONCE, formOf, Sample, sampleBalances } from './sample-balances.ts';
import type { BalanceCheck, Round, WatchedBalance } from './schema.ts';

/** The requests of a stretch. With eight requests at once, a stretch then takes some seconds. */
const STRETCH_REQUESTS = 200;
/**
 * A stretch asks for no more balances after this time. A run ends after some minutes, and many nodes forget the
 * balances of a block after 128 blocks: the next stretch asks for those of a later block.
 */
const STRETCH_MS = 20_000;

/** Requests for balances that are asked together, so that few of the requests at once wait for the last of them. */
const LEAST_REQUESTS = 5 * AT_ONCE;

/** Many samples as objects would take more memory than the process has. */
export const packedSamples = packedLists(Sample);

/** Some addresses in their order, with what the nodes say of their balances. */
export interface Stretch {
  readonly check: BegunCheck;
  /** The round that the stretch goes on with. Null for the first stretch of a round. */
  readonly round: Round | null;
  /** Packed samples, page by page. */
  readonly pages: readonly Uint8Array[];
  /** The last address of the stretch, in match form. Null when the stretch is the last of its round. */
  readonly upTo: string | null;
  readonly addresses: number;
  /** The highest block after which a node stated a balance. */
  readonly highest: number;
  /** Whether one of the addresses has code. Undefined when the nodes do not say of all addresses. */
  readonly watchesCode: boolean | undefined;
}

interface Begin {
  readonly kept: KeptBalances;
  readonly cursor: Cursor;
  readonly last: BalanceCheck | null;
  readonly at: AccountsAt;
  readonly options: BalanceCheckOptions;
}

/** Begins a check and asks for the balances of the next addresses of the round. Null when the check must end. */
export async function sampleStretch(
  deps: BalanceCheckDeps,
  { kept, cursor, last, at, options }: Begin,
): Promise<Stretch | null> {
  const { round: stored, ...check } = await deps.balances.begin(options.chain.id);
  const round = stored !== null && (await mayGoOn(deps, stored, cursor, last)) ? stored : null;
  const until = deps.now().getTime() + STRETCH_MS;
  let asked = 0;
  const hasTime = () => asked < (options.requests ?? STRETCH_REQUESTS) && deps.now().getTime() < until;
  const mayAsk = () => {
    // Each stretch gets on, however slow the table or the nodes are.
    const may = hasTime() || asked < Math.min(AT_ONCE, options.requests ?? AT_ONCE);
    if (may) asked += 1;
    return may;
  };
  const pages: Uint8Array[] = [];
  let [addresses, highest] = [0, 0];
  let upTo: string | null = round?.upTo ?? '';
  const told: (number | undefined)[] = [];
  const least = LEAST_REQUESTS * options.chain.accountsPerRequest;
  for await (const page of together(kept.after(check, upTo), least)) {
    const sampled = await sampleBalances(deps, page.balances, at, { ...options, mayAsk });
    if (sampled === null) {
      // Without the list, other processes read all balances again.
      await kept.list(check);
      return null;
    }
    const { samples, withCode } = sampled;
    told.push(...withCode);
    pages.push(await packedSamples.pack(samples));
    addresses += samples.length;
    highest = samples.reduce((height, sample) => Math.max(height, sample.height), highest);
    const isWhole = samples.length === page.balances.length;
    const lastOne = samples.at(-1);
    upTo = isWhole ? page.upTo : lastOne === undefined ? upTo : formOf(lastOne.balance);
    if (!isWhole || !hasTime()) break;
  }
  return { check, round, pages, upTo, addresses, highest, watchesCode: anyCode(round, told) };
}

/** Joins pages, until they have so many balances. */
async function* together(pages: AsyncIterable<BalancePage>, least: number): AsyncGenerator<BalancePage> {
  let joined: WatchedBalance[] = [];
  for await (const { balances, upTo } of pages) {
    joined = [...joined, ...balances];
    if (joined.length < least && upTo !== null) continue;
    yield { balances: joined, upTo };
    joined = [];
  }
}

/** Whether a check may go on with a round: not after another round, a reorganisation or a gap in the scanned range. */
async function mayGoOn(
  { blocks }: BalanceCheckDeps,
  { height, hash }: Round,
  { chain, from, height: scannedTo }: Cursor,
  last: BalanceCheck | null,
): Promise<boolean> {
  if (height < from - 1 || height > scannedTo || (last !== null && height <= last.height)) return false;
  const block = await blocks.get(chain, height);
  return block === null || block.hash === hash;
}

/** Whether an address of the round so far has code, with what the nodes say of the stretch. */
function anyCode(round: Round | null, told: readonly (number | undefined)[]): boolean | undefined {
  if (round?.watchesCode || told.some((count = 0) => count > 0)) return true;
  return (round !== null && round.watchesCode === undefined) || told.includes(undefined) ? undefined : false;
}
