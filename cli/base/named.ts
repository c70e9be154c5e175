import { type ChainwatchClient, pages } from '../../sdk/index.ts';
import { CommandError, EXIT, wrongUse } from './failures.ts';

/** Something that a user names by its name, or by the beginning of its id. */
interface Candidate {
  readonly id: string;
  /** A transaction has its hash, a rule its name. */
  readonly names: readonly string[];
}

type Candidates = AsyncGenerator<readonly Candidate[]>;

async function* named<T extends { readonly id: string }>(
  list: AsyncGenerator<readonly T[]>,
  namesOf: (item: T) => readonly (string | null | undefined)[],
): Candidates {
  for await (const items of list) {
    yield items.map((item) => ({ id: item.id, names: namesOf(item).filter((name) => typeof name === 'string') }));
  }
}

const pageOf = (cursor: string | undefined) => ({ cursor, pageSize: 100 });

/** What can be named, each with the list in which it is looked up. */
const LISTS = {
  wallet: (api) =>
    named(
      pages((cursor) => api.GET('/api/wallets', { params: { query: pageOf(cursor) } })),
      ({ label, address }) => [label, address],
    ),
  rule: (api) =>
    named(
      pages((cursor) => api.GET('/api/alerts/rules', { params: { query: pageOf(cursor) } })),
      ({ name }) => [name],
    ),
  webhook: (api) =>
    named(
      pages((cursor) => api.GET('/api/webhooks', { params: { query: pageOf(cursor) } })),
      ({ url, description }) => [url, description],
    ),
  destination: (api) =>
    named(
      pages((cursor) => api.GET('/api/destinations', { params: { query: pageOf(cursor) } })),
      ({ name }) => [name],
    ),
  key: (api) =>
    named(
      pages((cursor) => api.GET('/api/keys', { params: { query: pageOf(cursor) } })),
      ({ name }) => [name],
    ),
  transaction: (api) =>
    named(
      pages((cursor) => api.GET('/api/transactions', { params: { query: pageOf(cursor) } })),
      ({ hash }) => [hash],
    ),
  alert: (api) =>
    named(
      pages((cursor) => api.GET('/api/alerts/events', { params: { query: pageOf(cursor) } })),
      () => [],
    ),
  delivery: (api) =>
    named(
      pages((cursor) => api.GET('/api/webhooks/deliveries', { params: { query: pageOf(cursor) } })),
      () => [],
    ),
} satisfies Readonly<Record<string, (api: ChainwatchClient) => Candidates>>;

export type Kind = keyof typeof LISTS;

/** Where the ids of a kind stand. */
const COMMANDS: Readonly<Record<Kind, string>> = {
  wallet: 'wallet list',
  rule: 'rule list',
  webhook: 'webhook list',
  destination: 'destination list',
  key: 'key list',
  transaction: 'tx list',
  alert: 'events list',
  delivery: 'deliveries list',
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A list of millions is not read to its end. Who names something older gives its whole id. */
const MOST_LOOKED_AT = 1_000;
const MOST_SHOWN = 3;
/** A shorter beginning of an id may soon name another thing. */
const LEAST_BEGINNING = 4;

/**
 * The ids of what a user names: each by its id, by the beginning of its id or hash, or by its name in upper or lower
 * case. The beginning of a name is too easily that of another, for example of a rule to delete. Looks at the newest
 * 1,000, once for all.
 * @throws CommandError when nothing or several things have a name, or ProblemError of the list.
 */
export async function idsOf(api: ChainwatchClient, kind: Kind, texts: readonly string[]): Promise<string[]> {
  if (texts.every((text) => UUID.test(text))) return [...texts];
  const candidates = await newest(LISTS[kind](api));
  return texts.map((text) => (UUID.test(text) ? text : chosen(kind, text, candidates)));
}

export async function idOf(api: ChainwatchClient, kind: Kind, text: string): Promise<string> {
  const [id = text] = await idsOf(api, kind, [text]);
  return id;
}

function chosen(kind: Kind, text: string, candidates: readonly Candidate[]): string {
  const wanted = text.toLowerCase();
  const begins = (name: string) => wanted.length >= LEAST_BEGINNING && name.toLowerCase().startsWith(wanted);
  const begun = kind === 'transaction' ? ({ id, names }: Candidate) => [id, ...names] : ({ id }: Candidate) => [id];
  const exact = candidates.filter(({ names }) => names.some((name) => name.toLowerCase() === wanted));
  const found = exact.length > 0 ? exact : candidates.filter((candidate) => begun(candidate).some(begins));
  const [only] = found;
  if (only === undefined) throw notFound(kind, text, candidates);
  if (found.length === 1) return only.id;
  throw wrongUse(`"${text}" names several: ${shown(found)}. Give more of the name, or the whole id.`);
}

/** The id of an option that may be missing. */
export const optionalId = async (api: ChainwatchClient, kind: Kind, text: string | undefined) =>
  text === undefined ? undefined : await idOf(api, kind, text);

async function newest(list: Candidates): Promise<Candidate[]> {
  const items: Candidate[] = [];
  for await (const page of list) {
    items.push(...page);
    if (items.length >= MOST_LOOKED_AT) break;
  }
  return items;
}

function notFound(kind: Kind, text: string, candidates: readonly Candidate[]): CommandError {
  const words = text.toLowerCase().split(/\s+/);
  const similar = candidates.filter(({ names }) =>
    names.some((name) => words.some((word) => word.length > 2 && name.toLowerCase().includes(word))),
  );
  const hint = similar.length === 0 ? '' : ` Did you mean ${shown(similar)}?`;
  const lately = candidates.length >= MOST_LOOKED_AT ? ' among the newest 1,000' : '';
  const message = `There is no ${kind} "${text}"${lately}.${hint} See \`chainwatch ${COMMANDS[kind]}\`.`;
  return new CommandError(message, EXIT.notFound);
}

const shown = (candidates: readonly Candidate[]): string => {
  const names = candidates
    .slice(0, MOST_SHOWN)
    .map(({ id, names: [name] }) => (name === undefined ? id : `"${name}" (${id.slice(0, 8)})`));
  const further = candidates.length - names.length;
  return `${names.join(', ')}${further === 0 ? '' : ` and ${further} more`}`;
};
