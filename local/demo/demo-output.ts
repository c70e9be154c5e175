import type { AlertEvent } from '../../lib/alerts/events/schema.ts';
import type { Balance } from '../../lib/balances/schema.ts';
import type { Transaction } from '../../lib/transactions/schema.ts';
import { figure, usdFigure } from '../../sdk/figures.ts';
import type { Received } from './demo-receiver.ts';

const lines = (rows: readonly string[]): string => rows.map((row) => `\n           ${row}`).join('');

const usd = (value: string | null): string => (value === null ? 'value unknown' : usdFigure(value));

/** A file as it is, line by line. */
export const indented = (text: string): string => lines(text.trimEnd().split('\r\n'));

export const describeUrls = (baseUrl: string): string =>
  `${baseUrl}${lines([`Console   ${baseUrl}/console/`, `API docs  ${baseUrl}/docs/`])}`;

export const describeTransactions = (records: readonly Transaction[]): string =>
  lines(
    records.map(({ chain, summary, references, hash }) => `${chain.padEnd(6)} ${summary}${why(references)}, ${hash}`),
  );

/** What the payer says about the payment, beside the destination tag in the sentence. */
const why = (references: Transaction['references']): string =>
  references.map(({ kind, value }) => `, ${kind} ${value}`).join('');

/** Records of value that moved inside a transaction: of which wallet, and how the watcher knows. */
export const describeCalls = (records: readonly Transaction[]): string =>
  lines(
    records.map(({ summary, transfers, source }) => {
      const origins = new Set(transfers.map(({ origin }) => origin));
      return `${summary}, origin ${[...origins].join(', ')}, source ${source}`;
    }),
  );

export const describeEvents = (events: readonly AlertEvent[]): string =>
  lines(events.map(({ severity, ruleName, summary }) => `${severity.padEnd(8)} "${ruleName}": ${summary}`));

export const describeReceived = (received: readonly Received[]): string =>
  lines(
    received.map(
      ({ delivery, rule, valueUsd }) => `signature valid, delivery ${delivery}, "${rule}", ${usd(valueUsd)}`,
    ),
  );

/** A balance of the wallet with this label. */
export interface LabelledBalance extends Balance {
  readonly label: string;
}

export const describeBalances = (balances: readonly LabelledBalance[]): string =>
  lines(
    balances.map(
      ({ label, amount, asset, valueUsd, height, status }) =>
        `${label.padEnd(15)} ${figure(amount)} ${asset} (${usd(valueUsd)}) after block ${height}: ${status}`,
    ),
  );
