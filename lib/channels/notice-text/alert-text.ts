import { sanitise, symbol } from '../../values/untrusted-text.ts';
import type { AlertNotice, NoticeChain, NoticeEvent, NoticeReference, NoticeTransaction } from '../port/notice.ts';
import { authorityFacts, furtherThan, MOST_SHOWN } from './authority-text.ts';
import { amountInShort, usdInShort } from './headline-figures.ts';
import type { Fact, Link, NoticeText } from './notice-text.ts';

/** Code points of a value. Usual addresses, hashes and amounts fit. A longer value ends in an ellipsis. */
const MAX_VALUE = 100;
/** Code points of a name in the title. */
const MAX_NAME = 64;

/**
 * The text of an alert, or of its retraction when the alert was retracted. A tenant writes names and labels. The
 * author of a contract writes token symbols and method names. This code trusts none of these texts.
 */
export function alertText({ event, chain }: Pick<AlertNotice, 'event' | 'chain'>): NoticeText {
  const { transaction: tx, retractedAt } = event;
  const kind = retractedAt === null ? capitalised(event.severity) : `Retracted (${event.severity})`;
  const told = `${event.summary} on ${sanitise(chain.name, MAX_VALUE)}`;
  return {
    title: [
      `${kind}: ${sanitise(event.ruleName, MAX_NAME)}`,
      `${movedBy(tx)} ${tx.direction}`,
      sanitise(tx.wallet.label, MAX_NAME),
    ].join(', '),
    summary: retractedAt === null ? `${told}.` : `${told}: ${NO_LONGER_HOLDS}`,
    facts: factsOf(event, chain),
    link: explorerLink(tx, chain),
    next: retractedAt === null ? reviews(event.id) : afterRetraction(event.id),
  };
}

const NO_LONGER_HOLDS =
  'this alert does not hold any more, as the block of the transaction is no longer part of the chain.';

/** `1.5 ETH (4,500.25 USD)`, or `contract call` when the transaction moved nothing. */
function movedBy({ txType, tokenAmount, tokenSymbol, valueUsd }: NoticeTransaction): string {
  if (txType !== 'transfer' && /^[0.]*$/.test(tokenAmount)) return words(txType);
  return `${amountInShort(tokenAmount)} ${symbol(tokenSymbol)} (${usdInShort(valueUsd)})`;
}

/** Each value stands whole at the end of its line, so that a person can copy it. */
function factsOf(event: NoticeEvent, chain: NoticeChain): Fact[] {
  const { transaction: tx } = event;
  const before: Record<string, string | null> = {
    Retracted: event.retractedAt,
    Rule: sanitise(event.ruleName, MAX_VALUE),
    'Rule type': words(event.ruleType),
    Severity: event.severity,
    Wallet: sanitise(tx.wallet.label, MAX_VALUE),
    Amount: `${sanitise(tx.tokenAmount, MAX_VALUE)} ${symbol(tx.tokenSymbol)}`,
    Value: tx.valueUsd === null ? 'USD value unknown' : `${sanitise(tx.valueUsd, MAX_VALUE)} USD`,
    'Token contract': shown(tokenAddress(tx)),
    Direction: tx.direction,
    From: sanitise(tx.fromAddress, MAX_VALUE),
    To: tx.toAddress === null ? nobody(tx) : sanitise(tx.toAddress, MAX_VALUE),
    'Destination tag': tx.destinationTag === null ? null : String(tx.destinationTag),
    Chain: sanitise(chain.name, MAX_VALUE),
    Method: shown(tx.methodName),
    'Gas price': event.ruleType === 'gas_spike' && tx.gasPriceGwei !== null ? `${tx.gasPriceGwei} gwei` : null,
    'Suppressed by the cooldown': suppressedText(event.suppressed),
    Outcome: tx.status === 'failed' ? 'failed: nothing moved but the fee' : null,
  };
  const behind = {
    Block: String(tx.blockNumber),
    'Block time': tx.blockTimestamp,
    Transaction: sanitise(tx.hash, MAX_VALUE),
    Fired: event.firedAt,
    Event: event.id,
  };
  return [...known(before), ...referenceFacts(tx), ...authorityFacts(tx), ...known(behind)];
}

/** What the payer, who may be anybody, says about the payment. */
const referenceFacts = ({ references }: NoticeTransaction): Fact[] => [
  ...references.slice(0, MOST_SHOWN).map((each) => ({ name: capitalised(words(each.kind)), value: referred(each) })),
  ...furtherThan(MOST_SHOWN, 'Further references', references),
];

/** Bytes that are no text say so, and a value that goes on ends in an ellipsis. */
const referred = ({ value, encoding, truncated }: NoticeReference): string =>
  [sanitise(truncated ? `${value}…` : value, MAX_VALUE), ...(encoding === 'hex' ? ['(hex)'] : [])].join(' ');

/** What the reader missed since the last alert; null when the cooldown suppressed nothing. */
function suppressedText({ count, largestUsd }: NoticeEvent['suppressed']): string | null {
  if (count === 0) return null;
  const matches = count === 1 ? '1 match' : `${count} matches`;
  const value = largestUsd === null ? 'no USD value known' : `the largest ${sanitise(largestUsd, MAX_VALUE)} USD`;
  return `${matches} since the last alert, ${value}`;
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

const nobody = ({ txType }: NoticeTransaction): string => (txType === 'contract_deploy' ? 'a new contract' : 'nobody');

const shown = (text: string | null): string | null => (text === null ? null : sanitise(text, MAX_VALUE));

const reviews = (id: string): string[] => [
  `Acknowledge: PATCH /api/alerts/events/${id}/acknowledge`,
  `Resolve: PATCH /api/alerts/events/${id}/resolve`,
];

const afterRetraction = (id: string): string[] => [
  'Undo what was done because of the alert. Should the transaction come back in another block, a new alert tells so.',
  `Resolve: PATCH /api/alerts/events/${id}/resolve`,
];

/** The page of the transaction, if its chain has an explorer. */
function explorerLink(tx: NoticeTransaction, { explorer }: NoticeChain): Link | undefined {
  if (explorer === null) return undefined;
  const url = new URL(`${explorer}${encodeURIComponent(tx.hash.toWellFormed())}`);
  return { url: url.href, label: `View the transaction at ${url.host}` };
}

const words = (name: string): string => name.replaceAll('_', ' ');
const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
