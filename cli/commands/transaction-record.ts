import { type AddressLabel, type ChainwatchClient, exactFigure, pages } from '../../sdk/index.ts';
import { addressNames } from '../base/address-names.ts';
import type { Transaction } from '../base/api-values.ts';
import type { Cli } from '../base/command.ts';
import { shortText } from '../output/plain-text.ts';
import { type Columns, usual } from '../output/text-table.ts';
import { amountCell, directionCell, endCell, endText, sentenceCell, usdCell } from './amount-cells.ts';

const statusOf = ({ status, reorged }: Transaction): string => (reorged ? 'reorged' : status);

/** A status that stands before the sentence, because the end of the sentence may be cut. */
function unusualStatus(record: Transaction): string | undefined {
  const status = statusOf(record);
  return status === 'success' ? undefined : status;
}

/** A transaction in a list. */
export const transactionColumns: Columns<Transaction> = {
  time: ({ blockTimestamp }) => blockTimestamp,
  usd: usdCell,
  // On a terminal, the sentence begins with a status that is unusual.
  status: (record) => usual(statusOf(record), true),
  // The sentence names the wallet, the amount and the other end, so that their columns come last.
  what: (record) => sentenceCell(record.summary, record, unusualStatus(record)),
  chain: ({ chain }) => chain,
  wallet: ({ wallet }) => wallet.label,
  way: directionCell,
  amount: amountCell,
  tag: ({ destinationTag }) => destinationTag,
  from: ({ fromAddress, fromLabel }) => endCell(fromAddress, fromLabel),
  to: ({ toAddress, toLabel }) => toAddress && endCell(toAddress, toLabel),
  id: ({ id }) => id,
  hash: ({ hash }) => hash,
};

/** What the payer says about the payment. A stranger chooses the values. */
export const referencesText = ({ references }: Pick<Transaction, 'references'>) =>
  references.map(({ kind, value, encoding, truncated }) => {
    return `${kind}=${value}${truncated ? '…' : ''}${encoding === 'hex' ? ' (hex)' : ''}`;
  });

const nativeAsset = ({ transfers }: Pick<Transaction, 'transfers'>): string | undefined =>
  transfers.find(({ standard }) => standard === 'native')?.asset;

/** The addresses of a record beside its two ends, whose labels the record states. */
const furtherAddresses = ({ fromAddress, toAddress, transfers, approvals }: Transaction): string[] =>
  [
    ...transfers.flatMap(({ from, to }) => [from, to]),
    ...approvals.flatMap(({ owner, spender }) => [owner, spender]),
  ].filter((address) => address !== fromAddress && address !== toAddress);

/** The labels of all addresses of a record. */
async function labelsOf(cli: Cli, record: Transaction): Promise<AddressLabel> {
  const further = await addressNames(cli, furtherAddresses(record));
  const ends = new Map([
    [record.fromAddress, record.fromLabel],
    [record.toAddress, record.toLabel],
  ]);
  return (address) => ends.get(address) ?? further(address);
}

/**
 * @param coin the coin of the chain, in which the fee is paid.
 * @param labelOf the label of an address.
 */
function detailsOf({ fromAddress, toAddress }: Transaction, coin: string, labelOf: AddressLabel): Columns<Transaction> {
  const end = (address: string) => endText(address, labelOf(address));
  // The address of an end of the record stands beside its label in a line of its own.
  const inShort = (address: string) => {
    const label = address === fromAddress || address === toAddress ? labelOf(address) : undefined;
    return label === undefined ? end(address) : shortText(label);
  };
  const between = (from: string, to: string) => `${inShort(from)} → ${inShort(to)}`;
  return {
    summary: ({ summary }) => summary,
    time: ({ blockTimestamp }) => blockTimestamp,
    way: directionCell,
    amount: ({ tokenAmount, tokenSymbol }) => `${exactFigure(tokenAmount)} ${shortText(tokenSymbol, 16)}`,
    usd: ({ valueUsd, valueStatus }) => (valueUsd === null ? valueStatus : `${exactFigure(valueUsd)} USD`),
    status: statusOf,
    wallet: ({ wallet }) => wallet.label,
    chain: ({ chain }) => chain,
    tag: ({ destinationTag }) => destinationTag,
    id: ({ id }) => id,
    hash: ({ hash }) => hash,
    block: ({ blockNumber }) => blockNumber,
    type: ({ txType }) => txType,
    method: ({ methodName }) => methodName,
    from: () => end(fromAddress),
    to: () => toAddress && end(toAddress),
    fee: ({ feeAmount }) => `${exactFigure(feeAmount)} ${coin}`.trim(),
    references: referencesText,
    transfers: ({ transfers }) =>
      transfers.map(
        ({ direction, amount, asset, from, to, lookalike }) =>
          `${direction} ${exactFigure(amount)} ${shortText(asset, 16)} ${between(from, to)}` +
          (lookalike === null ? '' : ` (looks like ${lookalike.of})`),
      ),
    approvals: ({ approvals }) =>
      approvals.map(({ approved, unlimited, amount, tokenId, asset, owner, spender }) => {
        const what = unlimited ? 'unlimited' : amount === null ? (tokenId ?? 'all') : exactFigure(amount);
        return `${approved ? `granted ${what}` : 'revoked'} ${shortText(asset, 16)} ${between(owner, spender)}`;
      }),
    authority: ({ authority }) =>
      authority.map(
        ({ kind, subject, before, after }) => `${kind} of ${subject}: ${before ?? 'none'} → ${after ?? 'none'}`,
      ),
    // Entries of the transaction that the record does not hold.
    omitted: ({ omitted: { transfers, approvals, authority } }) =>
      transfers + approvals + authority === 0
        ? null
        : `${transfers} transfers, ${approvals} approvals, ${authority} changes of authority`,
    'value status': ({ valueStatus }) => valueStatus,
    source: ({ source }) => source,
    verified: ({ verified }) => verified,
    notes: ({ notes }) => notes,
    tags: ({ tags }) => tags.join(', '),
    'annotated by': ({ annotatedByName }) => annotatedByName,
  };
}

/** The coin of the chain. The record states the coin only where it moves this coin. */
async function coinOf(api: ChainwatchClient, record: Transaction): Promise<string> {
  const asset = nativeAsset(record);
  if (asset !== undefined || record.feeAmount === '0') return asset ?? '';
  const load = (cursor: string | undefined) => api.GET('/api/chains', { params: { query: { cursor, pageSize: 100 } } });
  for await (const page of pages(load)) {
    const chain = page.find(({ id }) => id === record.chain);
    if (chain !== undefined) return chain.nativeSymbol;
  }
  return '';
}

/** Prints records of one transaction: one record, or each below the wallet whose record it is. */
export async function printRecords(cli: Cli, records: readonly Transaction[]): Promise<void> {
  const { api, output } = cli;
  if (output.json) return output.oneOrList(records);
  for (const [n, record] of records.entries()) {
    if (records.length > 1) output.title(`for ${record.wallet.label}:`, n);
    output.item(detailsOf(record, await coinOf(api, record), await labelsOf(cli, record)), record);
  }
}
