import { countedText, minutesText } from './ages.ts';
import { boundsInWords, figure, usdFigure } from './figures.ts';
import { partiesInWords } from './named-parties.ts';

/** The form of amounts in the API. */
const IS_DECIMAL = /^\d{1,78}(\.\d{1,78})?$/;
/** Code points of an address, a name or a number. */
const MAX_TEXT = 64;
/** A rule may list a thousand addresses, and a transaction may involve many of them. */
const MOST_ADDRESSES = 3;
/** Code points of what names a group of addresses, such as `, not on the list `. */
const MAX_AROUND = 32;

/** A reason of an alert, as the API states it. */
export interface ToldReason {
  readonly condition: string;
  readonly expected: unknown;
  readonly actual: unknown;
  readonly passed: boolean;
}

interface Compared {
  readonly expected: unknown;
  readonly actual: unknown;
  /** Of how many transfers the sum is compared; undefined for a single transfer. */
  readonly legs: number | undefined;
}

/** How texts of strangers are shown where the words go. */
export interface ReasonTexts {
  /** Text of a chain or a tenant, for one line of at most so many code points. */
  readonly safe: (text: string, most: number) => string;
  /** The symbol of a token. */
  readonly symbol: (text: string) => string;
  /** The label of an address, or the address in short. */
  readonly address: (address: string) => string;
  /** The symbol of the asset whose balance is judged. */
  readonly balanceSymbol: string | null;
}

/**
 * Why a rule matched, in words, one clause per condition: `the transfer is worth 4,500.25 USD (at least 1,000 USD)`.
 * A condition that says nothing beside the sentence of the record has no clause. An address has its label, or is short:
 * the details of a message state both ends of the transaction whole.
 */
export function reasonsInWords(reasons: readonly ToldReason[], texts: ReasonTexts): string[] {
  const clauses = clausesOf(texts);
  return reasons.flatMap(({ condition, expected, actual, passed }) => {
    if (!passed) return [];
    const [, name = condition, legs] = /^(\w+)(?: \(sum of (\d+) transfers\))?$/.exec(condition) ?? [];
    const compared = { expected, actual, legs: legs === undefined ? undefined : Number(legs) };
    const clause = clauses[name];
    if (clause === undefined) return [`${texts.safe(name, MAX_TEXT)} is ${wordsOf(texts).shown(actual)}`];
    const told = clause(compared) ?? [];
    return typeof told === 'string' && OF_ADDRESSES.has(name) ? told.replace(ADDRESS, texts.address) : told;
  });
}

/** One sentence of all clauses; undefined where there is none. */
export function reasonSentence(reasons: readonly ToldReason[], texts: ReasonTexts): string | undefined {
  const clauses = reasonsInWords(reasons, texts);
  const joined = new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(clauses);
  return clauses.length === 0 ? undefined : `${joined.charAt(0).toUpperCase()}${joined.slice(1)}.`;
}

/** Conditions whose clauses state addresses. */
const OF_ADDRESSES: ReadonlySet<string> = new Set([
  ...['addresses', 'token_address', 'contract_address', 'spender_in', 'spender_not_in'],
  ...['counterparty_in', 'counterparty_not_in', 'lookalike'],
]);
/** Words are shorter, and the name of a list has other characters or words around it. */
const ADDRESS = /(?<![\w:-]|on the list )[0-9A-Za-z]{25,64}(?![\w-])/g;

/** The addresses in conditions or reasons, each once, which are at most `most`. */
export const addressesIn = (values: unknown, most: number): string[] =>
  [...new Set(JSON.stringify(values).match(ADDRESS))].slice(0, most);

/** By the name of the condition (lib/alerts/rules). Null: nothing to say. */
function clausesOf(texts: ReasonTexts): Readonly<Record<string, (compared: Compared) => string | null>> {
  const { shown, parties, named, number, money, several } = wordsOf(texts);
  const unit = texts.balanceSymbol === null ? '' : ` ${texts.symbol(texts.balanceSymbol)}`;
  return {
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
    token_symbol: ({ actual }) => `the token is ${typeof actual === 'string' ? texts.symbol(actual) : shown(actual)}`,
    token_address: ({ actual }) => `the contract of the token is ${shown(actual)}`,
    standard: ({ actual }) => `the token is non-fungible (${shown(actual)})`,
    token_id: ({ actual }) => `the token has the id ${shown(actual)}`,
    txType: ({ actual }) => (actual === 'contract_deploy' ? 'a contract was deployed' : `a ${shown(actual)} happened`),
    addresses: ({ actual }) => `the list of the rule contains ${several(actual)}`,
    contract_call: ({ actual }) => `a contract was called (${shown(actual)})`,
    contract_address: ({ expected }) => `the called contract is ${shown(expected)}`,
    method: ({ expected }) => `the called method is ${shown(expected)}`,
    gas_price_gwei: ({ expected, actual }) => `the gas price is ${number(actual)} gwei${bounds(expected, number)}`,
    count: ({ expected, actual }) => frequency(expected, actual, number),
    left_usd: ({ expected, actual }) => left(expected, actual, money),
    left_amount: ({ expected, actual }) => left(expected, actual, number),
    left_unknown: ({ actual }) => `the value of ${several(actual)} is unknown and not in the sum`,
    silence: ({ expected }) => `nothing ${waited(expected)}`,
    silence_unknown: ({ expected }) => `nobody can tell whether anything ${waited(expected)}`,
    covered_to: () => null,
    below: ({ expected, actual }) => `the balance is ${number(actual)}${unit} (less than ${number(expected)}${unit})`,
    above: ({ expected, actual }) => `the balance is ${number(actual)}${unit} (more than ${number(expected)}${unit})`,
    left_partial: () => 'more left than the service has summed',
    revoked: ({ actual }) =>
      actual === true ? 'the wallet took a right to spend back' : 'the wallet granted a right to spend',
    unlimited: ({ actual }) => `the right is ${actual === true ? 'unlimited' : 'limited'}`,
    spender_in: ({ actual }) => `the list of the rule contains the spender ${shown(actual)}`,
    spender_not_in: ({ actual }) => `the list of the rule does not contain the spender ${shown(actual)}`,
    counterparty_in: ({ expected, actual }) => `the counterparty is ${parties(actual)} (${named(expected, true)})`,
    counterparty_not_in: ({ expected, actual }) => `the counterparty is ${parties(actual)} (${named(expected, false)})`,
    lookalike: ({ actual }) => `the counterparty looks like ${parties(actual)}, and is another address`,
    first_time: () => 'the wallet deals with the counterparty for the first time',
    authority: () => 'the authority over the wallet changed',
    kinds: ({ actual }) => `the change is ${shown(actual)}`,
    destination_tag: ({ actual }) =>
      actual === null ? 'the payment has no destination tag' : `the destination tag is ${shown(actual)}`,
    memo_contains: ({ expected }) => `a memo contains “${shown(expected).replace(/["“”„‟«»＂]/g, "'")}”`,
  };
}

const subject = (legs: number | undefined): string =>
  legs === undefined ? 'the transfer is' : `${legs} transfers together are`;

function wordsOf({ safe }: ReasonTexts) {
  /** Text of a chain or a tenant. Names of the service such as `owner_added` lose their underscores. */
  const shown = (value: unknown): string => {
    const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
    return safe(/^[a-z]+(_[a-z]+)+$/.test(text) ? text.replaceAll('_', ' ') : text, MAX_TEXT);
  };
  const numeric = (inFigures: (value: string) => string) => (value: unknown) =>
    IS_DECIMAL.test(String(value)) ? safe(inFigures(String(value)), MAX_TEXT) : shown(value);
  return {
    shown,
    /** Up to three addresses in one text, as the reason states them. */
    parties: (value: unknown): string => safe(String(value), MOST_ADDRESSES * MAX_TEXT),
    /** Up to three addresses or groups that the counterparty must be one of, or none of. */
    named: (value: unknown, isOneOf: boolean): string =>
      safe(partiesInWords(String(value), isOneOf), MOST_ADDRESSES * (MAX_TEXT + MAX_AROUND)),
    number: numeric(figure),
    money: numeric(usdFigure),
    several: (value: unknown): string => {
      const addresses = Array.isArray(value) ? value.map(shown) : [shown(value)];
      const more = addresses.length - MOST_ADDRESSES;
      return `${addresses.slice(0, MOST_ADDRESSES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
    },
  };
}

type InWords = (value: unknown) => string;

/** ` (at least 1,000 USD)`. */
function bounds(expected: unknown, inWords: InWords): string {
  const parts = boundsInWords(expected, inWords);
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

const fieldsOf = (expected: unknown): Readonly<Record<string, unknown>> => Object(expected);

/** The number of a condition such as `window_minutes`; undefined where the condition has another form. */
function numberIn(expected: unknown, name: string): number | string | undefined {
  const value = fieldsOf(expected)[name];
  return typeof value === 'number' || typeof value === 'string' ? value : undefined;
}

function frequency(expected: unknown, actual: unknown, number: InWords): string {
  const minutes = numberIn(expected, 'window_minutes');
  if (minutes === undefined) return `the wallet has ${number(actual)} transactions`;
  const { gte } = fieldsOf(expected);
  return `${number(actual)} transactions within ${minutesText(minutes)}${bounds({ gte }, number)}`;
}

/** `60,000 USD left within 1 hour (at least 50,000 USD)`. */
function left(expected: unknown, actual: unknown, inWords: InWords): string {
  const minutes = numberIn(expected, 'window_minutes');
  if (minutes === undefined) return `${inWords(actual)} left`;
  const { gte, gt } = fieldsOf(expected);
  return `${inWords(actual)} left within ${minutesText(minutes)}${bounds({ gte, gt }, inWords)}`;
}

/** `came in for 24 hours`. */
function waited(expected: unknown): string {
  const hours = numberIn(expected, 'hours');
  if (hours === undefined) return 'came in or left in time';
  const { direction } = fieldsOf(expected);
  const moved = direction === 'inbound' ? 'came in' : direction === 'outbound' ? 'left' : 'came in or left';
  return `${moved} for ${countedText(hours, 'hour')}`;
}
