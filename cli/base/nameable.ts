import { type ChainwatchClient, pages, ruleSentence } from '../../sdk/index.ts';

/** Something that a user names by its name, or by the beginning of its id. */
export interface Candidate {
  readonly id: string;
  readonly names: readonly string[];
  /** The hash of a transaction. Like the id, its beginning is enough. */
  readonly hash?: string;
  /** The wallet of a record of a transaction. Each own wallet that takes part has its own record. */
  readonly wallet?: { readonly id: string; readonly label: string };
  /** What a person tells it apart by, when a list has ids alone. */
  readonly about: () => string;
}

/** Pages of a list, the newest first. */
export type Candidates = AsyncGenerator<readonly Candidate[]>;

/** The things of a list, as a user names them. */
export async function* named<T extends { readonly id: string }>(
  list: AsyncGenerator<readonly T[]>,
  rest: (item: T) => Omit<Candidate, 'id'>,
): Candidates {
  for await (const items of list) yield items.map((item) => ({ id: item.id, ...rest(item) }));
}

const pageOf = (cursor: string | undefined) => ({ cursor, pageSize: 100 });

/** What can be named, each with the list in which it is looked up, the newest first. */
export const LISTS = {
  wallet: (api) =>
    named(
      pages((cursor) => api.GET('/api/wallets', { params: { query: pageOf(cursor) } })),
      ({ label, address, type, chains }) => ({
        names: [label, address],
        about: () => `${type}, ${address}, ${chains.join(' ')}`,
      }),
    ),
  rule: (api) =>
    named(
      pages((cursor) => api.GET('/api/alerts/rules', { params: { query: pageOf(cursor) } })),
      (rule) => ({ names: [rule.name], about: () => ruleSentence(rule) }),
    ),
  webhook: (api) =>
    named(
      pages((cursor) => api.GET('/api/webhooks', { params: { query: pageOf(cursor) } })),
      // People know a subscription by what they wrote about it.
      ({ url, description, events }) =>
        description === ''
          ? { names: [url], about: () => events.join(' ') }
          : { names: [description, url], about: () => url },
    ),
  destination: (api) =>
    named(
      pages((cursor) => api.GET('/api/destinations', { params: { query: pageOf(cursor) } })),
      ({ name, kind }) => ({ names: [name], about: () => kind }),
    ),
  key: (api) =>
    named(
      pages((cursor) => api.GET('/api/keys', { params: { query: pageOf(cursor) } })),
      ({ name, scope, revokedAt }) => ({
        names: [name],
        about: () => (revokedAt === null ? scope : `${scope}, revoked`),
      }),
    ),
  transaction: (api) =>
    named(
      pages((cursor) => api.GET('/api/transactions', { params: { query: pageOf(cursor) } })),
      ({ hash, walletId, wallet: { label }, summary }) => ({
        names: [],
        hash,
        wallet: { id: walletId, label },
        about: () => summary,
      }),
    ),
  alert: (api) =>
    named(
      pages((cursor) => api.GET('/api/alerts/events', { params: { query: pageOf(cursor) } })),
      ({ status, severity, ruleName, summary }) => ({
        names: [],
        about: () => `${status}, ${severity}, ${ruleName}: ${summary}`,
      }),
    ),
  delivery: (api) =>
    named(
      pages((cursor) => api.GET('/api/webhooks/deliveries', { params: { query: pageOf(cursor) } })),
      ({ status, event, url }) => ({ names: [], about: () => `${status}, ${event} to ${url}` }),
    ),
  entry: (api) =>
    named(
      pages((cursor) => api.GET('/api/address-book', { params: { query: pageOf(cursor) } })),
      ({ label, address, lists }) => ({ names: [label, address], about: () => `${address} ${lists.join(' ')}`.trim() }),
    ),
  list: (api) =>
    named(
      pages((cursor) => api.GET('/api/address-lists', { params: { query: pageOf(cursor) } })),
      ({ name, purpose, size }) => ({ names: [name], about: () => `${purpose}, ${size} addresses` }),
    ),
  chain: (api) =>
    named(
      pages((cursor) => api.GET('/api/chains', { params: { query: pageOf(cursor) } })),
      ({ id, name }) => ({ names: [id], about: () => name }),
    ),
} satisfies Readonly<Record<string, (api: ChainwatchClient) => Candidates>>;

export type Kind = keyof typeof LISTS;

/** The command that lists a kind. */
export const LISTED_BY: Readonly<Record<Kind, string>> = {
  wallet: 'wallet list',
  rule: 'rule list',
  webhook: 'webhook list',
  destination: 'destination list',
  key: 'key list',
  transaction: 'tx list',
  alert: 'events list',
  delivery: 'deliveries list',
  entry: 'address-book list',
  list: 'address-list list',
  chain: 'coverage',
};
