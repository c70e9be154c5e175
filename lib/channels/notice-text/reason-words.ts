import * as z from 'zod';
import { countedText, minutesText } from '../../../sdk/ages.ts';
import { boundsInWords, figure, usdFigure } from '../../../sdk/figures.ts';
import { isDecimal } from '../../values/decimal.ts';
import { addressInShort, sanitise, symbol } from '../../values/untrusted-text.ts';

/** Code points of an address, a name or a number. */
const MAX_TEXT = 64;
/** A rule may list a thousand addresses, and a transaction may involve many of them. */
const MOST_ADDRESSES = 3;

const Reason = z.looseObject({
  condition: z.string(),
  expected: z.unknown(),
  actual: z.unknown(),
  passed: z.boolean().default(true),
});

interface Compared {
  readonly expected: unknown;
  readonly actual: unknown;
  /** Of how many transfers the sum is compared; undefined for a single transfer. */
  readonly legs: number | undefined;
}

/**
 * Why a rule matched, in words, one clause per condition: `the transfer is worth 4,500.25 USD (at least 1,000 USD)`.
 * A condition that says nothing beside the sentence of the record has no clause. An address has its label, or is short:
 * the details of a message state both ends of the transaction whole.
 */
export const reasonsInWords = (
  reasons: readonly object[],
  labelOf: (address: string) => string | undefined = () => undefined,
): string[] =>
  reasons.flatMap((reason) => {
    const named = (address: string): string => {
      const label = labelOf(address);
      return label === undefined ? addressInShort(address) : sanitise(label, MAX_TEXT);
    };
    const { condition, expected, actual, passed } = Reason.parse(reason);
    if (!passed) return [];
    const [, name = condition, legs] = /^(\w+)(?: \(sum of (\d+) transfers\))?$/.exec(condition) ?? [];
    const compared = { expected, actual, legs: legs === undefined ? undefined : Number(legs) };
    const clause = clauses[name];
    if (clause === undefined) return [`${sanitise(name, MAX_TEXT)} is ${shown(actual)}`];
    const told = clause(compared) ?? [];
    return typeof told === 'string' && OF_ADDRESSES.has(name) ? told.replace(ADDRESS, named) : told;
  });

/** Conditions whose clauses state addresses. */
const OF_ADDRESSES: ReadonlySet<string> = new Set([
  ...['addresses', 'token_address', 'contract_address', 'spender_in', 'spender_not_in'],
  ...['counterparty_in', 'counterparty_not_in', 'lookalike'],
]);
/** Words and names of lists have other characters around them, or are shorter. */
const ADDRESS = /(?<![\w:-])[0-9A-Za-z]{25,64}(?![\w-])/g;

/** The addresses in conditions or reasons, each once, which are at most `most`. */
export const addressesIn = (values: unknown, most: number): string[] =>
  [...new Set(JSON.stringify(values).match(ADDRESS))].slice(0, most);

/** By the name of the condition (lib/alerts/rules). Null: nothing to say. */
const clauses: Readonly<Record<string, (compared: Compared) => string | null>> = {
  walletIds: () => null,
  wallets: () => null,
  status: () => null,
  transfer: () => null,
  approval: () => null,
  direction: ({ actual }) => `the transfer is ${shown(actual)}`,
  side: ({ expected }) => `the wallet ${shown(expected)}`,
  other_end: ({ expected }) => (expected === 'own' ? 'the other end is an own wallet' : 'the other end is outside'),
  value_usd: ({ expected, actual, legs }) =>
    actual === 'unknown'
      ? 'nobody knows what the transfer is worth, and the rule fires then too'
      : `${subject(legs)} worth ${money(actual)}${bounds(expected, money)}`,
  amount: ({ expected, actual, legs }) => {
    const what = legs === undefined ? 'the amount' : `the amount of ${legs} transfers together`;
    return `${what} is ${number(actual)}${bounds(expected, number)}`;
  },
  token_symbol: ({ actual }) => `the token is ${typeof actual === 'string' ? symbol(actual) : shown(actual)}`,
  token_address: ({ actual }) => `the contract of the token is ${shown(actual)}`,
  standard: ({ actual }) => `the token is non-fungible (${shown(actual)})`,
  token_id: ({ actual }) => `the token has the id ${shown(actual)}`,
  txType: ({ actual }) => (actual === 'contract_deploy' ? 'a contract was deployed' : `a ${shown(actual)} happened`),
  addresses: ({ actual }) => `the list of the rule contains ${several(actual)}`,
  contract_call: ({ actual }) => `a contract was called (${shown(actual)})`,
  contract_address: ({ expected }) => `the called contract is ${shown(expected)}`,
  method: ({ expected }) => `the called method is ${shown(expected)}`,
  gas_price_gwei: ({ expected, actual }) => `the gas price is ${number(actual)} gwei${bounds(expected, number)}`,
  count: ({ expected, actual }) => frequency(expected, actual),
  left_usd: ({ expected, actual }) => left(expected, actual, money),
  left_amount: ({ expected, actual }) => left(expected, actual, number),
  left_unknown: ({ actual }) => `the value of ${several(actual)} is unknown and not in the sum`,
  silence: ({ expected }) => `nothing ${waited(expected)}`,
  silence_unknown: ({ expected }) => `nobody can tell whether anything ${waited(expected)}`,
  covered_to: () => null,
  below: ({ expected, actual }) => `the balance is ${number(actual)} (less than ${number(expected)})`,
  above: ({ expected, actual }) => `the balance is ${number(actual)} (more than ${number(expected)})`,
  left_partial: () => 'more left than the service has summed',
  revoked: ({ actual }) =>
    actual === true ? 'the wallet took a right to spend back' : 'the wallet granted a right to spend',
  unlimited: ({ actual }) => `the right is ${actual === true ? 'unlimited' : 'limited'}`,
  spender_in: ({ actual }) => `the list of the rule contains the spender ${shown(actual)}`,
  spender_not_in: ({ actual }) => `the list of the rule does not contain the spender ${shown(actual)}`,
  counterparty_in: ({ expected, actual }) => `the counterparty is ${parties(actual)} (one of ${parties(expected)})`,
  counterparty_not_in: ({ expected, actual }) =>
    `the counterparty is ${parties(actual)} (none of ${parties(expected)})`,
  lookalike: ({ actual }) => `the counterparty looks like ${parties(actual)}, and is another address`,
  first_time: () => 'the wallet deals with the counterparty for the first time',
  authority: () => 'the authority over the wallet changed',
  kinds: ({ actual }) => `the change is ${shown(actual)}`,
  destination_tag: ({ actual }) =>
    actual === null ? 'the payment has no destination tag' : `the destination tag is ${shown(actual)}`,
  memo_contains: ({ expected }) => `a memo contains “${shown(expected).replace(/["“”„‟«»＂]/g, "'")}”`,
};

const subject = (legs: number | undefined): string =>
  legs === undefined ? 'the transfer is' : `${legs} transfers together are`;

/** Text of a chain or a tenant, for one line. Names of the service such as `owner_added` lose their underscores. */
function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return sanitise(/^[a-z]+(_[a-z]+)+$/.test(text) ? text.replaceAll('_', ' ') : text, MAX_TEXT);
}

/** Up to three addresses or groups in one text, as the reason states them. */
const parties = (value: unknown): string => sanitise(String(value), MOST_ADDRESSES * MAX_TEXT);

const number = (value: unknown): string =>
  isDecimal(String(value)) ? sanitise(figure(String(value)), MAX_TEXT) : shown(value);
const money = (value: unknown): string =>
  isDecimal(String(value)) ? sanitise(usdFigure(String(value)), MAX_TEXT) : shown(value);

function several(value: unknown): string {
  const addresses = Array.isArray(value) ? value.map(shown) : [shown(value)];
  const more = addresses.length - MOST_ADDRESSES;
  return `${addresses.slice(0, MOST_ADDRESSES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** ` (at least 1,000 USD)`. */
function bounds(expected: unknown, inWords: (value: unknown) => string): string {
  const parts = boundsInWords(expected, inWords);
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

const Window = z.looseObject({
  gte: z.unknown().optional(),
  gt: z.unknown().optional(),
  window_minutes: z.union([z.number(), z.string()]),
});

function frequency(expected: unknown, actual: unknown): string {
  const parsed = Window.safeParse(expected);
  if (!parsed.success) return `the wallet has ${number(actual)} transactions`;
  const { gte, window_minutes } = parsed.data;
  return `${number(actual)} transactions within ${minutesText(window_minutes)}${bounds({ gte }, number)}`;
}

/** `60,000 USD left within 1 hour (at least 50,000 USD)`. */
function left(expected: unknown, actual: unknown, inWords: (value: unknown) => string): string {
  const parsed = Window.safeParse(expected);
  if (!parsed.success) return `${inWords(actual)} left`;
  const { gte, gt, window_minutes } = parsed.data;
  return `${inWords(actual)} left within ${minutesText(window_minutes)}${bounds({ gte, gt }, inWords)}`;
}

const Waited = z.looseObject({ direction: z.string().default('either'), hours: z.union([z.number(), z.string()]) });

/** `came in for 24 hours`. */
function waited(expected: unknown): string {
  const parsed = Waited.safeParse(expected);
  if (!parsed.success) return 'came in or left in time';
  const { direction, hours } = parsed.data;
  const moved = direction === 'inbound' ? 'came in' : direction === 'outbound' ? 'left' : 'came in or left';
  return `${moved} for ${countedText(hours, 'hour')}`;
}
