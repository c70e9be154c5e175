import { countedText, minutesText } from './ages.ts';
import { boundsInWords, exactFigure, usdFigure } from './figures.ts';
import { groupInWords } from './named-parties.ts';
import type { WalletSelector } from './wallet-selector.ts';

/** The part of a rule that decides when it fires. */
export interface ToldRule {
  readonly ruleType: string;
  readonly wallets: WalletSelector;
  readonly conditions: Readonly<Record<string, unknown>>;
}

/** The label that the address book has for an address; undefined for an address without an entry. */
export type AddressLabel = (address: string) => string | undefined;

type Conditions = ToldRule['conditions'];
/** The label of an address, or its beginning and its end. */
type NameOf = (address: unknown) => string;

/**
 * When a rule fires, as one English sentence without a full stop: `A wallet pays at least 50,000 USD to anybody`. For
 * people only: the conditions of the rule are exact. What a rule does while nobody knows a value is not said.
 * @param labelOf the label of a wallet; undefined for a wallet that is not known.
 * @param addressLabel the label of an address; undefined for an address that the address book does not have.
 */
export function ruleSentence(
  rule: ToldRule,
  labelOf: (walletId: string) => string | undefined = () => undefined,
  addressLabel: AddressLabel = () => undefined,
): string {
  const nameOf = (address: unknown): string => {
    const label = addressLabel(text(address));
    return label === undefined ? short(address) : `“${label.replace(/[“”]/g, "'")}”`;
  };
  const what = PHRASES[rule.ruleType]?.(rule.conditions, nameOf) ?? `meets the conditions of ${rule.ruleType}`;
  return `${subjectOf(rule, labelOf)} ${what}`;
}

/** `A wallet of the type cold or with the tag vault`. */
function subjectOf({ wallets }: ToldRule, labelOf: (walletId: string) => string | undefined): string {
  const { ids, tags, types } = wallets;
  const [only, ...others] = ids;
  const groups = [
    ...(types.length === 0 ? [] : [`of the type ${alternatives(types)}`]),
    ...(tags.length === 0 ? [] : [`with the tag ${alternatives(tags)}`]),
  ].join(' or ');
  if (only === undefined) return groups === '' ? 'A wallet' : `A wallet ${groups}`;
  const single = others.length > 0 ? `one of ${ids.length} wallets` : (labelOf(only) ?? 'one wallet');
  return capitalised(groups === '' ? single : `a wallet ${groups}, or ${single},`);
}

const alternatives = (names: readonly string[]): string =>
  names.length > 3 ? `${names.slice(0, 2).join(', ')} or ${names.length - 2} others` : names.join(' or ');

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** By the type of the rule. A type that is newer than this package has the name of the type in place of a phrase. */
const PHRASES: Readonly<Record<string, (conditions: Conditions, nameOf: NameOf) => string>> = {
  any_transfer: (given, nameOf) => moves(given, 'anything', nameOf),
  large_transfer: (given, nameOf) => moves(given, inUsd(given), nameOf),
  token_transfer: (given, nameOf) => moves(given, tokens(given, nameOf), nameOf),
  inbound_only: (given, nameOf) => moves({ other_end: 'outside', ...given, side: 'receives' }, valued(given), nameOf),
  outbound_only: (given, nameOf) => moves({ other_end: 'outside', ...given, side: 'sends' }, valued(given), nameOf),
  nft_transfer: (given, nameOf) =>
    moves(given, `an NFT${named(' with the id ', given.token_id)}${of(given.token_address, nameOf)}`, nameOf),
  contract_call: ({ contract_address: at }, nameOf) =>
    `calls ${at === undefined ? 'a contract' : `the contract ${nameOf(at)}`}`,
  method_call: ({ method }) => `calls the method ${text(method)}`,
  address_blacklist: ({ addresses }) => `has a transaction with ${flagged(addresses)}`,
  gas_spike: ({ gas_price_gwei }) => `has a transaction with a gas price of ${bounds(gas_price_gwei, gwei)}`,
  frequency: ({ count, window_minutes }) =>
    `has ${bounds(count, grouped)} transactions within ${minutesText(text(window_minutes))}`,
  outflow: ({ value_usd, amount, asset, window_minutes, per }, nameOf) => {
    const sum = value_usd === undefined ? bounds(amount, grouped) : bounds(value_usd, usd);
    const what = asset === undefined ? sum : `${sum}${asset === 'native' ? ' of the native coin' : of(asset, nameOf)}`;
    const all = per === 'rule' ? ', all wallets of the rule together' : '';
    return `sends ${what} in all to somebody outside within ${minutesText(text(window_minutes))}${all}`;
  },
  silence: ({ direction, asset, hours }, nameOf) => {
    const did = direction === 'inbound' ? 'receives' : direction === 'outbound' ? 'pays' : 'neither pays nor receives';
    const some = direction === undefined ? 'anything' : 'nothing';
    const what =
      asset === undefined ? some : `${some}${asset === 'native' ? ' of the native coin' : of(asset, nameOf)}`;
    return `${did} ${what} for ${countedText(text(hours), 'hour')}`;
  },
  balance: ({ asset, below, above }, nameOf) => {
    const sides = [
      ...(below === undefined ? [] : [`less than ${grouped(below)}`]),
      ...(above === undefined ? [] : [`more than ${grouped(above)}`]),
    ];
    return `holds ${sides.join(' or ') || UNSAID}${asset === 'native' ? ' of the native coin' : of(asset, nameOf)}`;
  },
  contract_deploy: () => 'deploys a contract',
  token_mint: (given, nameOf) =>
    `gets newly minted tokens${named(' ', list(given.token_symbol))}${of(given.token_address, nameOf)}`,
  approval: approves,
  authority_change: ({ kinds }) =>
    `changes its owners, keys or code${Array.isArray(kinds) ? ` (${kinds.map(words).join(', ')})` : ''}`,
};

/** A transfer with its two ends: `pays 5 USDC to an own wallet`. */
function moves(conditions: Conditions, what: string, nameOf: NameOf): string {
  const { direction, destination_tag: tag, memo_contains: memo } = conditions;
  const [ofDirection, end] = DIRECTIONS[text(direction)] ?? [undefined, conditions.other_end];
  const side = ofDirection ?? conditions.side;
  const isAny = end === undefined || end === 'any';
  const other = end === 'own' ? 'an own wallet' : isAny ? 'anybody' : 'somebody outside';
  const moved =
    side === 'sends' ? `pays ${what} to ${other}` : side === 'receives' ? `receives ${what} from ${other}` : undefined;
  return [
    `${moved ?? `pays or receives ${what}${isAny ? '' : `, with ${other} at the other end`}`}${firstTime(conditions)}`,
    ...(tag === undefined ? [] : [tag === null ? 'without a destination tag' : `with the tag ${list(tag)}`]),
    ...(memo === undefined ? [] : [`with “${text(memo)}” in a memo`]),
    ...withWhom(conditions, 'other end', nameOf),
  ].join(', ');
}

/** The conditions on the counterparty: `unless the other end is an own wallet or on the list exchanges`. */
function withWhom(conditions: Conditions, end: string, nameOf: NameOf): string[] {
  const { counterparty_in, counterparty_not_in, lookalike } = conditions;
  const named = (value: unknown) => list([value].flat().map((each) => groupInWords(text(each)) ?? nameOf(each)));
  return [
    ...(counterparty_in === undefined ? [] : [`where the ${end} is ${named(counterparty_in)}`]),
    ...(counterparty_not_in === undefined ? [] : [`unless the ${end} is ${named(counterparty_not_in)}`]),
    ...(lookalike === true ? [`where the ${end} only looks like a known address`] : []),
  ];
}

const firstTime = ({ first_time }: Conditions): string => (first_time === true ? ' for the first time' : '');

const DIRECTIONS: Readonly<Record<string, readonly [string | undefined, string]>> = {
  outbound: ['sends', 'outside'],
  inbound: ['receives', 'outside'],
  internal: [undefined, 'own'],
};

const valued = (given: Conditions): string =>
  [
    ...(given.value_usd === undefined ? [] : [inUsd(given)]),
    ...(given.token_symbol === undefined ? [] : [list(given.token_symbol)]),
  ].join(' in ') || 'anything';

const inUsd = ({ value_usd }: Conditions): string => bounds(value_usd, usd);

const tokens = ({ amount, token_symbol, token_address }: Conditions, nameOf: NameOf): string => {
  const token = token_symbol === undefined ? `the token ${nameOf(token_address)}` : list(token_symbol);
  return amount === undefined ? token : `${bounds(amount, grouped)} ${token}`;
};

function approves(given: Conditions, nameOf: NameOf): string {
  const { unlimited, amount, spender_in, spender_not_in, revoked } = given;
  const what = `${named(' ', list(given.token_symbol))}${of(given.token_address, nameOf)}` || ' tokens';
  const limit = unlimited === true ? ' without a limit' : unlimited === false ? ' with a limit' : '';
  const spender = [
    ...(spender_in === undefined ? [] : [among(spender_in, 'address', 'addresses')]),
    ...(spender_not_in === undefined ? [] : [`an address that is not one of ${count(spender_not_in)}`]),
  ].join(' and ');
  const who = spender === '' ? 'somebody' : spender;
  const much = amount === undefined ? '' : `, ${bounds(amount, grouped)}`;
  const told =
    revoked === true ? `takes back the right of ${who} to spend${what}` : `lets ${who} spend${what}${limit}${much}`;
  return [`${told}${firstTime(given)}`, ...withWhom(given, 'spender', nameOf)].join(', ');
}

const bounds = (given: unknown, inWords: (value: unknown) => string): string =>
  boundsInWords(given, inWords).join(' and ') || UNSAID;

/** In place of what a form does not state yet. */
const UNSAID = '…';

const text = (value: unknown): string =>
  value === undefined || value === '' ? UNSAID : typeof value === 'string' ? value : JSON.stringify(value);
const words = (value: unknown): string => text(value).replaceAll('_', ' ');
/** A text that is no number yet, in a form, stays as it is. */
const grouped = (value: unknown): string => exactFigure(text(value));
const usd = (value: unknown): string => (/^\d+(\.\d+)?$/.test(text(value)) ? usdFigure(text(value)) : text(value));
const gwei = (value: unknown): string => `${text(value)} gwei`;
const short = (value: unknown): string => text(value).replace(/^(.{6}).{8,}(.{4})$/, '$1…$2');
const of = (address: unknown, nameOf: NameOf): string =>
  named(' of the contract ', address === undefined || address === '' ? undefined : nameOf(address));
const named = (before: string, value: unknown): string =>
  value === undefined || value === '' ? '' : `${before}${text(value)}`;
/** `USDC, USDT or DAI` */
const list = (value: unknown): string => {
  const all = value === undefined ? [] : [value].flat().map(text);
  return all.length < 2 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`;
};
const count = (value: unknown): number => (Array.isArray(value) ? value.length : 1);
/** `one of 2 flagged addresses or an address of the list sanctions or fraud` */
function flagged(value: unknown): string {
  const names = [value].flat().map(text);
  const lists = names.filter((each) => each.startsWith('list:')).map((each) => each.slice('list:'.length));
  const addresses = names.filter((each) => !each.startsWith('list:'));
  const of = lists.length === 0 ? [] : [`an address of the list ${list(lists)}`];
  return [...(addresses.length > 0 || lists.length === 0 ? [among(addresses, 'flagged address')] : []), ...of].join(
    ' or ',
  );
}
const among = (value: unknown, one: string, several = `${one}es`): string =>
  count(value) === 1 ? `${one === 'address' ? 'an' : 'a'} ${one}` : `one of ${count(value)} ${several}`;
