import type { AlertEvent } from '../alerts/events/schema.ts';
import { ChainId, chainOf } from '../chains/registry.ts';
import { foreign, symbol } from './foreign.ts';
import { addressInShort, amountInShort, usdInShort } from './headline-figures.ts';
import type { Fact, Link, Message } from './message.ts';

type Told = AlertEvent['transaction'];

/** Code points of a value. Addresses, hashes and the amounts of real life fit; longer ones end in an ellipsis. */
const MAX_VALUE = 100;
/** Of a name in the title. */
const MAX_NAME = 64;

/**
 * The message of an alert, or of its retraction when it has one. Names and labels are the tenant's, token symbols and
 * method names whoever's made the contract: none is trusted.
 */
export function alertMessage(event: AlertEvent): Message {
  const { transaction: tx, retractedAt } = event;
  const kind = retractedAt === null ? capitalised(event.severity) : `Retracted (${event.severity})`;
  const ends = `From ${addressInShort(tx.fromAddress)} to ${tx.toAddress === null ? nobody(tx) : addressInShort(tx.toAddress)}`;
  return {
    title: `${kind}: ${foreign(event.ruleName, MAX_NAME)}, ${movedBy(tx)} ${tx.direction}, ${foreign(tx.wallet.label, MAX_NAME)}`,
    summary:
      retractedAt === null
        ? `${ends} on ${chainName(tx)}.`
        : `${ends} on ${chainName(tx)}: this alert does not hold any more, as the block of the transaction is no longer part of the chain.`,
    facts: factsOf(event),
    link: explorerLink(tx),
    next: retractedAt === null ? reviews(event.id) : afterRetraction(event.id),
  };
}

/** `1.5 ETH (4,500.25 USD)`, or `contract call` when nothing moved. */
function movedBy({ txType, tokenAmount, tokenSymbol, valueUsd }: Told): string {
  if (txType !== 'transfer' && /^[0.]*$/.test(tokenAmount)) return words(txType);
  return `${amountInShort(tokenAmount)} ${symbol(tokenSymbol)} (${usdInShort(valueUsd)})`;
}

/** Each value stands at the end of its line, whole, so that it can be copied. */
function factsOf(event: AlertEvent): Fact[] {
  const { transaction: tx } = event;
  const facts: Record<string, string | null> = {
    Retracted: event.retractedAt,
    Rule: foreign(event.ruleName, MAX_VALUE),
    'Rule type': words(event.ruleType),
    Severity: event.severity,
    Wallet: foreign(tx.wallet.label, MAX_VALUE),
    Amount: `${foreign(tx.tokenAmount, MAX_VALUE)} ${symbol(tx.tokenSymbol)}`,
    Value: tx.valueUsd === null ? 'USD value unknown' : `${foreign(tx.valueUsd, MAX_VALUE)} USD`,
    'Token contract': shown(tokenAddress(tx)),
    Direction: tx.direction,
    From: foreign(tx.fromAddress, MAX_VALUE),
    To: tx.toAddress === null ? nobody(tx) : foreign(tx.toAddress, MAX_VALUE),
    Chain: chainName(tx),
    Method: shown(tx.methodName),
    'Gas price': event.ruleType === 'gas_spike' && tx.gasPriceGwei !== null ? `${tx.gasPriceGwei} gwei` : null,
    Outcome: tx.status === 'failed' ? 'failed: nothing moved but the fee' : null,
    Block: String(tx.blockNumber),
    'Block time': tx.blockTimestamp,
    Transaction: foreign(tx.hash, MAX_VALUE),
    Fired: event.firedAt,
    Event: event.id,
  };
  return Object.entries(facts).flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
}

/** A symbol is anybody's to take: which token it is, its contract tells. */
const tokenAddress = ({ transfers, tokenSymbol, tokenAmount }: Told): string | null =>
  transfers.find(({ asset, amount }) => asset === tokenSymbol && amount === tokenAmount)?.tokenAddress ?? null;

const nobody = ({ txType }: Told): string => (txType === 'contract_deploy' ? 'a new contract' : 'nobody');

const shown = (text: string | null): string | null => (text === null ? null : foreign(text, MAX_VALUE));

const reviews = (id: string): string[] => [
  `Acknowledge: PATCH /api/alerts/events/${id}/acknowledge`,
  `Resolve: PATCH /api/alerts/events/${id}/resolve`,
];

const afterRetraction = (id: string): string[] => [
  'Undo what was done because of the alert. Should the transaction come back in another block, a new alert tells so.',
  `Resolve: PATCH /api/alerts/events/${id}/resolve`,
];

const chainOfEvent = ({ chain }: Told) => {
  const known = ChainId.safeParse(chain);
  return known.success ? chainOf(known.data) : null;
};

const chainName = (tx: Told): string => chainOfEvent(tx)?.name ?? foreign(tx.chain, MAX_VALUE);

/** The page of the transaction, where its chain has an explorer. */
function explorerLink(tx: Told): Link | undefined {
  const explorer = chainOfEvent(tx)?.explorer ?? null;
  if (explorer === null) return undefined;
  const url = new URL(`${explorer}${encodeURIComponent(tx.hash.toWellFormed())}`);
  return { url: url.href, label: `View the transaction at ${url.host}` };
}

const words = (name: string): string => name.replaceAll('_', ' ');
const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
