import Box from '@cloudscape-design/components/box';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ReactNode } from 'react';
import type { components } from '../../../sdk/index.ts';
import { Address } from '../../design/address.tsx';
import { Amount, Usd } from '../../design/amount.tsx';
import { labelOf } from '../../design/field-label.ts';
import { Foreign } from '../../design/foreign.tsx';
import { foreignText } from '../../design/foreign-text.ts';
import { Hash } from '../../design/hash.tsx';
import { Age } from '../../design/instant.tsx';
import type { Column } from '../../design/live-table.tsx';
import { PageLink } from '../../design/page-link.tsx';
import { Severity, SeveritySign } from '../../design/severity.tsx';
import { WalletName } from '../../design/wallet-name.tsx';
import type { RowAlerts } from './row-alerts.ts';
import { withoutValue } from './value-in-sentence.ts';

type Transaction = components['schemas']['Transaction'];

/** Whether the transaction holds: its status, or that a reorganisation removed its block. */
export function TransactionStatus({ status, reorged }: Pick<Transaction, 'status' | 'reorged'>) {
  if (reorged) return <StatusIndicator type="warning">Reorged</StatusIndicator>;
  return <StatusIndicator type={status === 'success' ? 'success' : 'error'}>{labelOf(status)}</StatusIndicator>;
}

/** The two wallets of a payment that has one row. */
function BothEnds({ transfers: [first] }: Transaction) {
  if (first === undefined) return null;
  return (
    <>
      <Address text={first.from} /> to <Address text={first.to} />
    </>
  );
}

type Marked = Pick<Place, 'alerts' | 'others'> & { readonly row: Transaction };

/** The alerts of a row as far as they are known, the most severe first. */
const alertsOf = ({ row, alerts, others }: Marked) =>
  alerts?.of([row, ...(others.get(row.id) ?? [])].map(({ id }) => id)) ?? [];

/** How severe the worst alert of a row is, where the list has no column for it. */
function AlertSign(marked: Marked) {
  const [worst] = alertsOf(marked);
  return worst === undefined ? null : <SeveritySign severity={worst.severity} />;
}

/** The most severe alert of a row, with a link. A row whose alerts are not all read says so. */
function AlertMark(marked: Marked) {
  const [worst, ...rest] = alertsOf(marked);
  if (worst === undefined) {
    const { alerts, row } = marked;
    return alerts === undefined || alerts.isKnown(row) ? null : (
      <span title="Not read for so many alerts. The transaction shows them.">?</span>
    );
  }
  return (
    <span className="one-line">
      <PageLink to={`/alerts?open=${worst.id}`}>
        <Severity severity={worst.severity} />
      </PageLink>
      {rest.length === 0 ? null : ` +${rest.length}`}
    </span>
  );
}

interface Place {
  /** The alerts of the rows; undefined while nobody knows them. */
  readonly alerts: RowAlerts | undefined;
  /** A link that opens the detail of the transaction. */
  readonly link: (id: string, text: ReactNode) => ReactNode;
  readonly nameOf: (chain: string) => string;
  /** By id of a row: the records of the other wallets of the same payment, which have no row. */
  readonly others: ReadonlyMap<string, readonly Transaction[]>;
  /** The transaction whose detail is open. */
  readonly open: string | undefined;
  /** True in a window of the width of a small laptop, where a detail leaves room for few columns. */
  readonly isTight: boolean;
  /** The ids of the columns that the user chose, with commas between them. */
  readonly chosen: string | undefined;
}

/** Every column that a user can select. */
export const transactionColumns = ({
  link,
  nameOf,
  others,
  alerts,
  open,
  isTight,
  chosen,
}: Place): readonly Column<Transaction>[] => {
  // The detail takes a part of the page: the list then begins with fewer columns.
  const isNarrow = open !== undefined;
  const hasFew = isNarrow && isTight;
  const hasValue = chosen?.split(',').includes('value') ?? !hasFew;
  const hasAlert = chosen?.split(',').includes('alert') ?? !isNarrow;
  const room = hasFew ? 'narrow' : isNarrow ? 'narrow valued' : 'wide';
  return [
    {
      id: 'summary',
      header: 'What happened',
      minWidth: 160,
      cell: (row) => (
        <div className={`sentence ${room}`} aria-current={row.id === open} title={foreignText(row.summary, 400)}>
          {/* A transaction that does not hold must not look like the others. */}
          {row.reorged || row.status === 'failed' ? <TransactionStatus {...row} /> : null}{' '}
          {hasAlert ? null : <AlertSign row={row} alerts={alerts} others={others} />}{' '}
          {link(row.id, <Foreign text={hasValue ? withoutValue(row) : row.summary} most={400} />)}
        </div>
      ),
    },
    {
      id: 'value',
      header: 'Value',
      // In the little room beside an open detail the sentence states it.
      isOptional: hasFew,
      minWidth: 110,
      cell: ({ valueUsd, valueStatus }) => (
        <div className="figures one-line">
          <Usd value={valueUsd} status={valueStatus} />
        </div>
      ),
    },
    {
      id: 'alert',
      header: 'Alert',
      // Beside an open detail a sign in the sentence has its place.
      isOptional: isNarrow,
      minWidth: 110,
      cell: (row) => <AlertMark row={row} alerts={alerts} others={others} />,
    },
    { id: 'chain', header: 'Chain', isOptional: isNarrow, cell: ({ chain }) => nameOf(chain) },
    {
      id: 'time',
      header: 'Time',
      sortBy: 'blockTimestamp',
      cell: ({ blockTimestamp }) => <Age at={blockTimestamp} />,
    },
    { id: 'hash', header: 'Hash', isOptional: true, cell: ({ hash }) => <Hash text={hash} /> },
    {
      id: 'wallet',
      header: 'Wallet',
      isOptional: true,
      minWidth: 130,
      cell: (row) => (others.has(row.id) ? <BothEnds {...row} /> : <WalletName {...row.wallet} />),
    },
    {
      id: 'amount',
      header: 'Amount',
      isOptional: true,
      minWidth: 150,
      cell: ({ tokenAmount, tokenSymbol, direction }) => (
        <>
          <Amount amount={tokenAmount} symbol={tokenSymbol} />
          <Box variant="small" display="block">
            {labelOf(direction)}
          </Box>
        </>
      ),
    },
    { id: 'tag', header: 'Destination tag', isOptional: true, cell: ({ destinationTag }) => destinationTag ?? '–' },
    { id: 'status', header: 'Status', isOptional: true, minWidth: 125, cell: TransactionStatus },
    { id: 'type', header: 'Type', isOptional: true, cell: ({ txType }) => labelOf(txType) },
    { id: 'from', header: 'From', isOptional: true, cell: ({ fromAddress }) => <Address text={fromAddress} /> },
    {
      id: 'to',
      header: 'To',
      isOptional: true,
      cell: ({ toAddress }) => (toAddress === null ? '–' : <Address text={toAddress} />),
    },
    {
      id: 'method',
      header: 'Method',
      isOptional: true,
      cell: ({ methodName }) => (methodName === null ? '–' : <Foreign text={methodName} most={40} />),
    },
    { id: 'block', header: 'Block', isOptional: true, cell: ({ blockNumber }) => blockNumber },
    { id: 'tags', header: 'Tags', isOptional: true, cell: ({ tags }) => <Foreign text={tags.join(', ')} most={120} /> },
    { id: 'notes', header: 'Notes', isOptional: true, cell: ({ notes }) => <Foreign text={notes} most={120} /> },
    { id: 'source', header: 'Source', isOptional: true, cell: ({ source }) => labelOf(source) },
    {
      id: 'recorded',
      header: 'Recorded',
      isOptional: true,
      minWidth: 130,
      cell: ({ createdAt }) => <Age at={createdAt} />,
    },
  ];
};
