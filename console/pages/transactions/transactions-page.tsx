import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { lazy, Suspense, useState } from 'react';
import { inBlockOrder } from '../../../sdk/index.ts';
import { FilterBar } from '../../design/filter-bar.tsx';
import { foreignText } from '../../design/foreign-text.ts';
import { LiveTable, pageIn } from '../../design/live-table.tsx';
import { useOpenLink } from '../../design/page-link.tsx';
import { fieldErrors } from '../../design/problem-advice.ts';
import { SearchProgress } from '../../design/search-progress.tsx';
import { useTight } from '../../design/use-narrow.ts';
import { useChains } from '../../live/chains.ts';
import { listQuery } from '../../live/list-query.ts';
import { useLiveList } from '../../live/live-list.ts';
import { type UrlChanges, useUrlState } from '../../live/url-state.ts';
import { useWallets } from '../../live/wallets.ts';
import { useClient } from '../../session/session-context.ts';
import { CsvDownload } from './csv-download.tsx';
import { countText, joinedInternal } from './payments.ts';
import { transactionColumns } from './transaction-columns.tsx';
import { TransactionDetail } from './transaction-detail.tsx';
import { filtersIn, LIST_PARAMS } from './transaction-filters.ts';
import { useRowAlerts } from './use-row-alerts.ts';
import { useTransactionFilters } from './use-transaction-filters.ts';

const Exports = lazy(async () => ({ default: (await import('./export-jobs.tsx')).ExportJobs }));
const Lookup = lazy(async () => ({ default: (await import('./lookup-dialog.tsx')).LookupDialog }));

/** The recorded transactions of the organisation. */
export default function TransactionsPage() {
  const client = useClient();
  const { params, change } = useUrlState();
  const { nameOf } = useChains();
  const { walletAt } = useWallets();
  const link = useOpenLink();
  const filters = useTransactionFilters();
  const [dialog, setDialog] = useState<'lookup' | 'exports'>();
  const isTight = useTight();
  const { open, cursor } = params;
  const place = pageIn(params);
  const query = listQuery(LIST_PARAMS, params, place);
  const list = useLiveList({
    key: ['transactions', query],
    // The address has the names of the API, and the API judges the values.
    load: (signal) => client.GET('/api/transactions', { querySerializer: () => query, signal }),
    isReading: open !== undefined || dialog !== undefined,
  });
  const close = () => setDialog(undefined);
  const show = (id: string) => {
    close();
    change({ open: id }, false);
  };
  // A cursor belongs to the filters that it was made for.
  const changeFilters = (changes: UrlChanges, isFilter?: boolean) => change({ cursor: null, ...changes }, isFilter);
  // What a continued search found has one page; "Search further" leads to the next.
  const shown = cursor === undefined ? list : { ...list, total: list.rows.length };
  const { rows, others } = joinedInternal(
    inBlockOrder(list.rows, params.sort === 'blockTimestamp'),
    (address) => walletAt(address)?.id,
  );
  const alerts = useRowAlerts(list.rows);
  /** The row of a transaction: that of the payer, for both records of a payment between own wallets. */
  const shownAs = (id: string | undefined) =>
    rows.find((row) => row.id !== id && others.get(row.id)?.some((other) => other.id === id))?.id ?? id;
  return (
    <>
      <div className={open === undefined ? 'beside' : 'beside with-detail'}>
        <LiveTable
          title="Transactions"
          itemName={({ hash }) => foreignText(hash, 16)}
          list={{ ...shown, rows }}
          counter={countText({ total: shown.total, records: list.rows.length, rows: rows.length })}
          isDense
          columns={transactionColumns({
            ...{ link, nameOf, others, alerts, isTight },
            open: shownAs(open),
            chosen: params.columns,
          })}
          params={params}
          change={changeFilters}
          filters={
            <SpaceBetween size="s">
              <FilterBar
                filters={filters}
                params={params}
                change={changeFilters}
                errors={fieldErrors(list.error)}
                isFolded={open !== undefined}
              />
              <SearchProgress
                of="transaction"
                meta={list.meta}
                isAtEnd={cursor !== undefined || place.page * place.pageSize >= list.total}
                isContinued={cursor !== undefined}
                goTo={(to) => change({ cursor: to })}
              />
            </SpaceBetween>
          }
          actions={
            <SpaceBetween direction="horizontal" size="xs">
              <Button onClick={() => setDialog('lookup')}>Look up a hash</Button>
              <CsvDownload filters={filtersIn(params)} offerJob={() => setDialog('exports')} />
              <Button onClick={() => setDialog('exports')}>Export jobs</Button>
            </SpaceBetween>
          }
          empty={
            filters.some(({ name }) => params[name] !== undefined)
              ? 'No transaction matches. Clear a filter.'
              : 'No transactions yet. Add a wallet, or look up a hash and import the transaction.'
          }
        />
        {open === undefined ? null : <TransactionDetail id={open} close={() => change({ open: null }, false)} />}
      </div>
      <Suspense>
        {dialog === 'lookup' ? <Lookup show={show} close={close} /> : null}
        {dialog === 'exports' ? <Exports filters={filtersIn(params)} close={close} /> : null}
      </Suspense>
    </>
  );
}
