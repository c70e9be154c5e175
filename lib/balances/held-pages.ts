import { packedLists } from './packed-lists.ts';
import type { BalancePage } from './repo.ts';
import { formOf } from './sample-balances.ts';
import { WatchedBalance } from './schema.ts';

const { pack, unpack } = packedLists(WatchedBalance);

/** The balances of the addresses after `after` up to `upTo`, in match form. Null means the last address. */
interface Held {
  readonly after: string;
  readonly upTo: string | null;
  readonly packed: Uint8Array;
}

const isIn = ({ after, upTo }: Pick<Held, 'after' | 'upTo'>, form: string): boolean =>
  after < form && (upTo === null || form <= upTo);

/**
 * Balances of one chain in packed pages that do not overlap, in the order of the addresses. Holds the pages that fit
 * into so many bytes: a process needs no memory for the others.
 */
export function heldPages(mostBytes: number) {
  let held: Held[] = [];
  let bytes = 0;
  /** What is newer than the pages, by address in match form. Null for an address that nobody watches any more. */
  let newer = new Map<string, WatchedBalance | null>();

  async function balancesIn(page: Held): Promise<WatchedBalance[]> {
    const kept = (await unpack(page.packed)).filter((balance) => !newer.has(formOf(balance)));
    const changed = [...newer.values()].filter((balance) => balance !== null && isIn(page, formOf(balance)));
    return [...kept, ...changed.filter((balance) => balance !== null)].sort((a, b) => (a.sk < b.sk ? -1 : 1));
  }

  const has = (form: string): boolean => held.some((page) => isIn(page, form));

  return {
    /** Whether a page holds the place of this address. */
    has,

    /** The balances after an address, as far as one page holds them. Null when no page does. */
    async after(form: string): Promise<BalancePage | null> {
      const page = held.find(({ after, upTo }) => after <= form && (upTo === null || form < upTo));
      if (page === undefined) return null;
      const { upTo } = page;
      return { balances: (await balancesIn(page)).filter((balance) => formOf(balance) > form), upTo };
    },

    /** Adds a page that was read after an address. Returns the part of the page that no other page holds. */
    async add(after: string, { balances: read, upTo: end }: BalancePage): Promise<BalancePage> {
      const next = held.find((page) => page.after >= after);
      const isCut = next !== undefined && (end === null || next.after < end);
      const upTo = isCut ? next.after : end;
      const balances = read.filter((balance) => isIn({ after, upTo }, formOf(balance)));
      const packed = await pack(balances);
      if (bytes + packed.length <= mostBytes) {
        bytes += packed.length;
        held = [...held, { after, upTo, packed }].sort((a, b) => (a.after < b.after ? -1 : 1));
      }
      return { balances, upTo };
    },

    /** Takes a newer balance for an address, or null for an address that nobody watches any more. */
    change(form: string, balance: WatchedBalance | null): void {
      if (has(form)) newer.set(form, balance);
    },

    /** How many balances are newer than the pages. */
    changes: (): number => newer.size,

    /** Packs the newer balances into their pages. */
    async pack(): Promise<void> {
      const pages: Held[] = [];
      for (const page of held) {
        const hasNewer = [...newer.keys()].some((form) => isIn(page, form));
        pages.push(hasNewer ? { ...page, packed: await pack(await balancesIn(page)) } : page);
      }
      [held, newer] = [pages, new Map()];
      bytes = pages.reduce((sum, { packed }) => sum + packed.length, 0);
    },
  };
}
