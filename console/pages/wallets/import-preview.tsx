import Header from '@cloudscape-design/components/header';
import Pagination from '@cloudscape-design/components/pagination';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import { useState } from 'react';
import { labelOf } from '../../design/field-label.ts';
import { Foreign } from '../../design/foreign.tsx';
import type { Outcome, Outcomes } from './import-rows.ts';
import type { WalletRow } from './wallet-rows.ts';

interface ImportPreviewProps {
  readonly rows: readonly WalletRow[];
  readonly outcomes: Outcomes;
}

const PAGE_SIZE = 25;

/** Each row of the file: what it says, what is wrong with it, and what became of it. */
export function ImportPreview({ rows, outcomes }: ImportPreviewProps) {
  const [page, setPage] = useState(1);
  const bad = rows.filter(({ wallet }) => wallet === undefined).length;
  const columns: TableProps.ColumnDefinition<WalletRow>[] = [
    { id: 'number', header: 'Row', cell: ({ number }) => number, isRowHeader: true },
    { id: 'label', header: 'Label', minWidth: 120, cell: ({ cells }) => <Foreign text={cells.label} /> },
    {
      id: 'address',
      header: 'Address',
      minWidth: 190,
      cell: ({ cells }) => <Foreign text={cells.address} most={46} />,
    },
    { id: 'chains', header: 'Chains', minWidth: 110, cell: ({ chains }) => <Foreign text={chains.join(', ')} /> },
    {
      id: 'destinationTag',
      header: 'Destination tag',
      cell: ({ cells }) => <Foreign text={cells.destinationTag} most={16} />,
    },
    { id: 'type', header: 'Type', cell: ({ cells }) => <Foreign text={cells.type} most={32} /> },
    { id: 'tags', header: 'Tags', cell: ({ cells }) => <Foreign text={cells.tags} most={64} /> },
    { id: 'externalId', header: 'External id', cell: ({ cells }) => <Foreign text={cells.externalId} most={40} /> },
    { id: 'color', header: 'Colour', cell: ({ cells }) => <Foreign text={cells.color} most={16} /> },
    {
      id: 'result',
      header: 'Result',
      minWidth: 220,
      cell: (row) => <Result row={row} outcome={outcomes.get(row.number)} />,
    },
  ];
  return (
    <Table
      variant="embedded"
      wrapLines
      trackBy={({ number }) => String(number)}
      items={rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
      columnDefinitions={columns}
      header={
        <Header variant="h3" counter={`(${rows.length})`}>
          Rows{bad === 0 ? '' : `, ${bad} of them with a problem`}
        </Header>
      }
      pagination={
        rows.length <= PAGE_SIZE ? undefined : (
          <Pagination
            currentPageIndex={page}
            pagesCount={Math.ceil(rows.length / PAGE_SIZE)}
            onChange={({ detail }) => setPage(detail.currentPageIndex)}
            ariaLabels={{
              nextPageLabel: 'Next rows',
              previousPageLabel: 'Previous rows',
              pageLabel: (n) => `Page ${n} of the rows`,
            }}
          />
        )
      }
    />
  );
}

function Result({ row, outcome }: { readonly row: WalletRow; readonly outcome: Outcome | undefined }) {
  if (outcome === undefined) {
    const { wallet, warning, problems } = row;
    if (wallet !== undefined && warning === undefined) return <StatusIndicator type="pending">Ready</StatusIndicator>;
    return (
      <>
        <StatusIndicator type="warning">{wallet === undefined ? 'Not imported' : 'Ready'}</StatusIndicator>{' '}
        <Foreign text={warning ?? problems.join('; ')} most={300} />
      </>
    );
  }
  if (outcome.is === 'created') return <StatusIndicator type="success">Created</StatusIndicator>;
  const label = outcome.is === 'exists' ? 'Exists already' : labelOf(outcome.is);
  return (
    <>
      <StatusIndicator type={outcome.is === 'exists' ? 'info' : 'error'}>{label}</StatusIndicator>{' '}
      <Foreign text={outcome.message} most={300} />
    </>
  );
}
