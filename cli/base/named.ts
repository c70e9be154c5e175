import { type ChainwatchClient, familyOfTyped, typedAddress } from '../../sdk/index.ts';
import { beginnings } from '../output/beginnings.ts';
import { shortText } from '../output/plain-text.ts';
import { isLike, likenessOf } from './did-you-mean.ts';
import { CommandError, EXIT, wrongUse } from './failures.ts';
import { type Candidate, type Candidates, type Kind, LISTED_BY, LISTS } from './nameable.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A list of millions is not read to its end. Who names something older gives its whole id. */
const MOST_LOOKED_AT = 1_000;
const MOST_SHOWN = 3;
/** With the `0x` of EVM chains. */
const LEAST_OF_HASH = 10;
/** A shorter beginning of an id may soon name another thing. */
const LEAST_BEGINNING = 4;

/**
 * The ids of what a user names: each by its id, by the beginning of its id or hash, or by its name in upper or lower
 * case. The beginning of a name is too easily that of another, for example of a rule to delete. Looks at the newest
 * 1,000, once for all.
 * @throws CommandError when nothing or several things have a name, or ProblemError of the list.
 */
export const idsOf = (api: ChainwatchClient, kind: Kind, texts: readonly string[]): Promise<string[]> =>
  idsAmong({ what: kind, listedBy: LISTED_BY[kind], list: LISTS[kind](api) }, texts);

/** Things that can be named. */
interface Among {
  readonly what: string;
  /** The command that lists them. */
  readonly listedBy: string;
  readonly list: Candidates;
}

/** As `idsOf`, among the things of a list that needs more than the client. */
export async function idsAmong(among: Among, texts: readonly string[]): Promise<string[]> {
  if (texts.every(isWholeId)) return [...texts];
  const candidates = await newest(among.list);
  return texts.map((text) => (isWholeId(text) ? text : chosen(among, text, candidates)));
}

export async function idOf(api: ChainwatchClient, kind: Kind, text: string): Promise<string> {
  const [id = text] = await idsOf(api, kind, [text]);
  return id;
}

export const isWholeId = (text: string): boolean => UUID.test(text);

function chosen(among: Among, text: string, candidates: readonly Candidate[]): string {
  const [only, ...others] = allNamed(among, text, candidates);
  if (others.length === 0) return only.id;
  throw namesSeveral(text, [only, ...others]);
}

/** All that a text names. @throws CommandError when nothing has the name. */
export function allNamed(
  among: Omit<Among, 'list'>,
  text: string,
  candidates: readonly Candidate[],
): [Candidate, ...Candidate[]] {
  // Words together may look like an address of another family.
  const wanted = (familyOfTyped(text) === 'evm' ? typedAddress(text) : text).toLowerCase();
  const begins = (name: string) => wanted.length >= LEAST_BEGINNING && name.toLowerCase().startsWith(wanted);
  const exact = candidates.filter(({ names }) => names.some((name) => name.toLowerCase() === wanted));
  const found = exact.length > 0 ? exact : candidates.filter(({ id, hash }) => begins(id) || begins(hash ?? ''));
  const [first, ...others] = found;
  if (first === undefined) throw notFound(among, text, candidates);
  return [first, ...others];
}

export const namesSeveral = (text: string, found: readonly Candidate[]): CommandError =>
  wrongUse(`"${text}" names several: ${shown(found)}. Give more of the name, or the whole id.`);

/** The id of an option that may be missing. */
export const optionalId = async (api: ChainwatchClient, kind: Kind, text: string | undefined) =>
  text === undefined ? undefined : await idOf(api, kind, text);

/** The newest things of a list. */
export async function newest(list: Candidates): Promise<Candidate[]> {
  const items: Candidate[] = [];
  for await (const page of list) {
    items.push(...page);
    if (items.length >= MOST_LOOKED_AT) break;
  }
  return items;
}

function notFound(
  { what, listedBy }: Omit<Among, 'list'>,
  text: string,
  candidates: readonly Candidate[],
): CommandError {
  const words = text.toLowerCase().split(/\s+/);
  const likeness = ({ names }: Candidate) => Math.max(0, ...names.map((name) => likenessOf(text, name)));
  const sharesWord = ({ names }: Candidate) =>
    names.some((name) => words.some((word) => word.length > 2 && name.toLowerCase().includes(word)));
  const similar = candidates
    .filter((each) => each.names.some((name) => isLike(text, name) || isLikeWordOf(text, name)) || sharesWord(each))
    .toSorted((a, b) => likeness(b) - likeness(a));
  const hint = similar.length === 0 ? '' : ` Did you mean ${shown(similar)}?`;
  const lately = candidates.length >= MOST_LOOKED_AT ? ' among the newest 1,000' : '';
  const message = `There is no ${what} "${text}"${lately}.${hint} See \`chainwatch ${listedBy}\`.`;
  return new CommandError(message, EXIT.notFound);
}

/** `Evry` misspells a word of `Every payment`. */
const isLikeWordOf = (text: string, name: string): boolean => name.split(/\s+/).some((word) => isLike(text, word));

const shown = (candidates: readonly Candidate[]): string => {
  const idOfCandidate = beginnings(candidates.map(({ id }) => id));
  const hashOf = beginnings(
    candidates.flatMap(({ hash }) => hash ?? []),
    LEAST_OF_HASH,
  );
  const names = candidates.slice(0, MOST_SHOWN).map(({ id, hash, names: [name], about }) => {
    if (name !== undefined) return `"${name}" (${idOfCandidate(id)})`;
    return `${hash === undefined ? id : hashOf(hash)} (${shortText(about())})`;
  });
  const further = candidates.length - names.length;
  return `${names.join(', ')}${further === 0 ? '' : ` and ${further} more`}`;
};
