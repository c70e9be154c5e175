import { capitalised } from '../../values/text.ts';
import { sanitise } from '../../values/untrusted-text.ts';
import type { AlertNotice, NoticeEvent } from '../port/notice.ts';
import type { NoticeReference, NoticeTransaction } from '../port/notice-transaction.ts';
import { alsoFacts, firesWhenText } from './also-text.ts';
import { amountOf, usdInShort, usdOf } from './amounts.ts';
import { authorityFacts, furtherThan, MOST_SHOWN } from './authority-text.ts';
import type { Fact } from './notice-text.ts';

/** Code points of a value. Usual addresses and hashes fit. A longer value ends in an ellipsis. */
const MAX_VALUE = 100;

/** What the text of an alert or of its retraction is made of. A retraction does not say why the rule fired. */
export type ToldAlert = Pick<AlertNotice, 'event' | 'chain' | 'wallet'> &
  Partial<Pick<Extract<AlertNotice, { kind: 'alert.fired' }>, 'firesWhen' | 'labels' | 'also'>>;

/** What a reader wants to know first, and the title and the summary do not say. */
export const alertFacts = ({ event, chain, wallet, firesWhen, also = [] }: ToldAlert): Fact[] => {
  const { transaction: tx, suppressed } = event;
  const isFired = event.retractedAt === null;
  const rule = {
    name: 'Rule',
    value: sanitise(event.ruleName, MAX_VALUE),
    ...(firesWhen !== undefined && isFired && { meaning: firesWhenText(firesWhen) }),
  };
  const where = known({
    Wallet: sanitise((tx?.wallet ?? wallet).label, MAX_VALUE),
    Chain: sanitise(chain.name, MAX_VALUE),
  });
  const others = known({
    'Gas price': event.ruleType === 'gas_spike' && tx?.gasPriceGwei ? `${tx.gasPriceGwei} gwei` : null,
    Outcome: tx?.status === 'failed' ? 'failed: nothing moved but the fee' : null,
    Suppressed: suppressedText(suppressed),
  });
  return [
    ...known({ Severity: isFired ? null : event.severity }),
    rule,
    ...alsoFacts(also),
    ...where,
    timeFact('When', tx?.blockTimestamp ?? event.firedAt),
    ...others,
    ...(event.retractedAt === null ? [] : [timeFact('Retracted', event.retractedAt)]),
  ];
};

/** The exact values. Each value stands whole at the end of its line, so that a person can copy it. */
export function alertDetails({ event }: Pick<ToldAlert, 'event'>): Fact[] {
  const { transaction: tx } = event;
  const measured = known(event.ruleType === 'silence' ? {} : measuredOf(event));
  if (tx === null) return [...measured, ...known({ Event: event.id })];
  const moved = !/^[0.]*$/.test(tx.tokenAmount);
  const ends = {
    Amount: moved ? amountOf(tx.tokenAmount, tx.tokenSymbol) : null,
    Value: moved ? usdOf(tx.valueUsd) : null,
    From: named(tx.fromLabel, tx.fromAddress),
    To: tx.toAddress === null ? nobody(tx) : named(tx.toLabel, tx.toAddress),
    Direction: tx.direction,
    'Token contract': shown(tokenAddress(tx)),
    'Destination tag': tx.destinationTag === null ? null : String(tx.destinationTag),
    Method: shown(tx.methodName),
  };
  const behind = {
    Block: String(tx.blockNumber),
    Transaction: sanitise(tx.hash, MAX_VALUE),
  };
  const moves = [...known(ends), ...referenceFacts(tx), ...authorityFacts(tx), ...known(behind)];
  const ofAlert = [
    // A retraction states elsewhere when the alert fired.
    ...(event.retractedAt === null ? [timeFact('Fired', event.firedAt)] : []),
    ...known({ Event: event.id }),
  ];
  // The amount of the transaction is not the balance. Nor did it cross the bound in each case: when payments come at
  // once, the alert names the payment that was evaluated first.
  return event.ruleType === 'balance'
    ? [
        ...measured,
        ...headed('The transaction that made the rule look at the balance', moves),
        ...headed('The alert', ofAlert),
      ]
    : [...moves, ...measured, ...ofAlert];
}

const headed = (heading: string, facts: readonly Fact[]): Fact[] =>
  facts.map((fact, n) => (n === 0 ? { ...fact, heading } : fact));

/** The level behind the sentence of the alert, with its unit. */
function measuredOf({ subject, reasons }: NoticeEvent): Readonly<Record<string, string | null>> {
  if (subject === null || subject.level === null) return {};
  const { asset, symbol, level } = subject;
  const token = asset === 'native' ? null : asset;
  const judged = (condition: string) => reasons.some((each) => 'condition' in each && each.condition === condition);
  if (judged('left_usd')) return { 'Sent in all': usdOf(level), Asset: shown(asset) };
  return { [judged('left_amount') ? 'Sent in all' : 'Level']: amountOf(level, symbol), Asset: shown(token) };
}

const INSTANT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' });

/** A fact with the value `31 January 2026 at 09:00:00 UTC`. */
export const timeFact = (name: string, instant: string): Fact => ({ name, value: timeText(instant), instant });

export const timeText = (instant: string): string => `${INSTANT.format(new Date(instant))} UTC`;

/** What the payer, who may be anybody, says about the payment. */
const referenceFacts = ({ references }: NoticeTransaction): Fact[] => [
  ...references
    .slice(0, MOST_SHOWN)
    .map((each) => ({ name: capitalised(each.kind.replaceAll('_', ' ')), value: referred(each) })),
  ...furtherThan(MOST_SHOWN, 'Further references', references),
];

/** Bytes that are no text say so, and a value that goes on ends in an ellipsis. */
const referred = ({ value, encoding, truncated }: NoticeReference): string =>
  [sanitise(truncated ? `${value}…` : value, MAX_VALUE), ...(encoding === 'hex' ? ['(hex)'] : [])].join(' ');

/** What the reader missed since the last alert; null when the cooldown suppressed nothing. */
function suppressedText({ count, largestUsd }: NoticeEvent['suppressed']): string | null {
  if (count === 0) return null;
  const matches = count === 1 ? '1 match' : `${count} matches`;
  const value = largestUsd === null ? 'no USD value known' : `the largest ${usdInShort(largestUsd)}`;
  return `${matches} by the cooldown since the last alert, ${value}`;
}

const known = (facts: Readonly<Record<string, string | null>>): Fact[] =>
  Object.entries(facts).flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));

/**
 * Anybody can use any symbol. Only the contract identifies the token. The amount is a sum where the token moved several
 * times. Null where several contracts with the symbol moved, and no single transfer has the amount.
 */
function tokenAddress({ transfers, tokenSymbol, tokenAmount }: NoticeTransaction): string | null {
  const bearers = transfers.filter(({ asset }) => asset === tokenSymbol);
  const own = bearers.find(({ amount }) => amount === tokenAmount);
  const contracts = new Set((own === undefined ? bearers : [own]).map((each) => each.tokenAddress));
  const [contract = null] = contracts;
  return contracts.size === 1 ? contract : null;
}

/** `Our account at Kraken, 0x28C6…`: the address is whole and stands last. */
const named = (label: string | null, address: string): string =>
  [...(label === null ? [] : [sanitise(label, MAX_VALUE)]), sanitise(address, MAX_VALUE)].join(', ');

const nobody = ({ txType }: NoticeTransaction): string => (txType === 'contract_deploy' ? 'a new contract' : 'nobody');

const shown = (text: string | null): string | null => (text === null ? null : sanitise(text, MAX_VALUE));
