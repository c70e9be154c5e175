import type { AlertEvent } from '../../lib/alerts/events/schema.ts';
import type { Balance } from '../../lib/balances/schema.ts';
import type { Transaction } from '../../lib/transactions/schema.ts';
import type { Received } from './demo-receiver.ts';

const lines = (rows: readonly string[]): string => rows.map((row) => `\n           ${row}`).join('');

const usd = (value: string | null): string => (value === null ? 'value unknown' : `${value} USD`);

/** A file as it is, line by line. */
export const indented = (text: string): string => lines(text.trimEnd().split('\r\n'));

export const describeUrls = (baseUrl: string): string =>
  `${baseUrl}${lines([`Console   ${baseUrl}/console/`, `API docs  ${baseUrl}/docs/`])}`;

export const describeTransactions = (records: readonly Transaction[]): string =>
  lines(
    records.map(
      ({ chain, direction, tokenAmount, tokenSymbol, valueUsd, hash, ...purpose }) =>
        `${chain.padEnd(6)} ${direction} ${tokenAmount} ${tokenSymbol} (${usd(valueUsd)})${why(purpose)}, ${hash}`,
    ),
  );

/** What the payer says about the payment. */
const why = ({ destinationTag, references }: Pick<Transaction, 'destinationTag' | 'references'>): string =>
  [
    ...(destinationTag === null ? [] : [`destination tag ${destinationTag}`]),
    ...references.map(({ kind, value }) => `${kind} ${value}`),
  ]
    .map((text) => `, ${text}`)
    .join('');

/** Records of value that moved inside a transaction: of which wallet, and how the watcher knows. */
export const describeCalls = (records: readonly Transaction[]): string =>
  lines(
    records.map(({ wallet, direction, tokenAmount, tokenSymbol, valueUsd, transfers, source }) => {
      const origins = new Set(transfers.map(({ origin }) => origin));
      const known = `origin ${[...origins].join(', ')}, source ${source}`;
      return `${wallet.label.padEnd(15)} ${direction} ${tokenAmount} ${tokenSymbol} (${usd(valueUsd)}), ${known}`;
    }),
  );

export const describeEvents = (events: readonly AlertEvent[]): string =>
  lines(
    events.map(({ severity, ruleName, ruleType, transaction: { tokenAmount, tokenSymbol, authority } }) => {
      const changes = authority.map(({ kind, after }) => `${kind} ${after}`).join(', ');
      const about = ruleType === 'authority_change' ? `(${ruleType}): ${changes}` : `on ${tokenAmount} ${tokenSymbol}`;
      return `${severity.padEnd(8)} "${ruleName}" ${about}`;
    }),
  );

export const describeReceived = (received: readonly Received[]): string =>
  lines(
    received.map(({ delivery, rule, valueUsd }) => `signature valid, delivery ${delivery}, "${rule}", ${valueUsd} USD`),
  );

/** A balance of the wallet with this label. */
export interface LabelledBalance extends Balance {
  readonly label: string;
}

export const describeBalances = (balances: readonly LabelledBalance[]): string =>
  lines(
    balances.map(
      ({ label, amount, asset, valueUsd, height, status }) =>
        `${label.padEnd(15)} ${amount} ${asset} (${usd(valueUsd)}) after block ${height}: ${status}`,
    ),
  );
