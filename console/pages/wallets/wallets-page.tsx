import Skeleton from '@cloudscape-design/components/skeleton';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { lazy, Suspense, useState } from 'react';
import type { components } from '../../../sdk/index.ts';
import { ActionButton } from '../../design/action-button.tsx';
import { type Filter, FilterBar } from '../../design/filter-bar.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { foreignText } from '../../design/foreign-text.ts';
import { Hash } from '../../design/hash.tsx';
import { Age } from '../../design/instant.tsx';
import { type Column, LiveTable, pageIn } from '../../design/live-table.tsx';
import { useOpenLink } from '../../design/page-link.tsx';
import { fieldErrors } from '../../design/problem-advice.ts';
import { Tags } from '../../design/tags.tsx';
import { useTight } from '../../design/use-narrow.ts';
import { valueTotal } from '../../design/value-total.ts';
import { WalletName } from '../../design/wallet-name.tsx';
import { useBalanceSums } from '../../live/balance-sums.ts';
import { useChains } from '../../live/chains.ts';
import { listQuery } from '../../live/list-query.ts';
import { useLiveList } from '../../live/live-list.ts';
import { useUrlState } from '../../live/url-state.ts';
import { useClient } from '../../session/session-context.ts';
import { BALANCES_PAGE } from './balance-entries.tsx';
import { DeleteWallet } from './wallet-deletion.tsx';
import { WalletStatus } from './wallet-status.tsx';
import { Unread, WalletSum } from './wallet-sum.tsx';

type Wallet = components['schemas']['Wallet'];

/** Nothing, or what the user does in a dialog. */
type Dialog = { readonly is: 'add' | 'import' } | { readonly is: 'edit' | 'delete'; readonly wallet: Wallet };

const FILTERS = ['q', 'chain', 'type', 'tag', 'status', 'watch', 'externalId'];

const WalletForm = lazy(async () => ({ default: (await import('./wallet-form.tsx')).WalletForm }));
const WalletDetail = lazy(async () => ({ default: (await import('./wallet-detail.tsx')).WalletDetail }));
const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }));

/** The wallets of the organisation. */
export default function WalletsPage() {
  const client = useClient();
  const { params, change } = useUrlState();
  const chains = useChains();
  const { nameOf } = chains;
  const link = useOpenLink([BALANCES_PAGE]);
  const [dialog, setDialog] = useState<Dialog | undefined>(params.add === undefined ? undefined : { is: 'add' });
  const { open } = params;
  const query = listQuery(FILTERS, params, pageIn(params));
  const list = useLiveList({
    key: ['wallets', query],
    // The address has the names of the API, and the API judges the values.
    load: (signal) => client.GET('/api/wallets', { querySerializer: () => query, signal }),
    isReading: open !== undefined || dialog !== undefined,
  });
  const isNarrow = open !== undefined;
  const sums = useBalanceSums(list.rows.map(({ id }) => id));
  const total = sums.state === 'read' ? valueTotal(list.rows.flatMap(({ id }) => sums.sumOf(id) ?? [])) : undefined;
  const place = list.total > list.rows.length ? ', on this page' : ',';
  // A state of one line, and the types, where the window has room for them.
  const isTight = useTight() || isNarrow;
  const columns: readonly Column<Wallet>[] = [
    {
      id: 'label',
      header: 'Label',
      minWidth: isNarrow ? 130 : 170,
      cell: (wallet) => link(wallet.id, <WalletName {...wallet} />),
    },
    { id: 'value', header: 'Value', minWidth: 120, cell: ({ id }) => <WalletSum id={id} sums={sums} /> },
    {
      id: 'lastTransaction',
      header: 'Last transaction',
      minWidth: 120,
      isOptional: isNarrow,
      cell: ({ id }) => {
        const sum = sums.sumOf(id);
        return sum === undefined ? <Unread state={sums.state} /> : <Age at={sum.lastTransactionAt} />;
      },
    },
    { id: 'status', header: 'Status', minWidth: isTight ? 140 : 240, cell: WalletStatus },
    {
      id: 'address',
      header: 'Address',
      cell: ({ address, destinationTag }) => (
        <>
          <Hash text={address} />
          {destinationTag !== undefined && ` tag ${destinationTag}`}
        </>
      ),
    },
    {
      id: 'chains',
      header: 'Chains',
      isOptional: isNarrow,
      minWidth: 100,
      cell: ({ chains: of }) =>
        of.map((chain, n) => (
          <span key={chain}>
            <span className="one-line">
              {nameOf(chain)}
              {n < of.length - 1 ? ',' : ''}
            </span>{' '}
          </span>
        )),
    },
    {
      id: 'type',
      header: 'Type',
      isOptional: isTight,
      minWidth: 100,
      cell: ({ type }) => <Foreign text={type} most={32} />,
    },
    { id: 'tags', header: 'Tags', isOptional: true, minWidth: 110, cell: ({ tags }) => <Tags tags={tags} /> },
    {
      id: 'externalId',
      header: 'External id',
      isOptional: true,
      minWidth: 110,
      cell: ({ externalId }) => (externalId === null ? '–' : <Foreign text={externalId} most={40} />),
    },
    {
      id: 'createdAt',
      header: 'Added',
      isOptional: true,
      minWidth: 130,
      cell: ({ createdAt }) => <Age at={createdAt} />,
    },
    {
      id: 'updatedAt',
      header: 'Changed',
      isOptional: true,
      minWidth: 130,
      cell: ({ updatedAt }) => <Age at={updatedAt} />,
    },
  ];
  const filters: readonly Filter[] = [
    { name: 'q', label: 'Search', type: 'search', placeholder: 'Words of the label, or an address' },
    {
      name: 'chain',
      label: 'Chain',
      choices: chains.chains.map(({ id, name }) => ({ value: id, label: name })),
      source: chains,
    },
    { name: 'type', label: 'Type', placeholder: 'Such as cold' },
    { name: 'tag', label: 'Tag', placeholder: 'Such as deposit' },
    {
      name: 'status',
      label: 'Status',
      choices: [
        { value: 'active', label: 'Active' },
        { value: 'throttled', label: 'Throttled' },
      ],
      isRare: true,
    },
    {
      name: 'watch',
      label: 'Watched',
      choices: [
        { value: 'true', label: 'Watched' },
        { value: 'false', label: 'Not watched' },
      ],
      isRare: true,
    },
    { name: 'externalId', label: 'External id', isRare: true },
  ];
  const close = () => {
    setDialog(undefined);
    if (params.add !== undefined) change({ add: null }, false);
  };
  const closeDetail = () => change({ open: null, [BALANCES_PAGE]: null }, false);
  return (
    <>
      <div className={open === undefined ? 'beside' : 'beside with-detail'}>
        <LiveTable
          title="Wallets"
          itemName={({ label }) => foreignText(label, 40)}
          {...(total !== undefined && { counter: `(${list.total.toLocaleString()}${place} ${total.shown})` })}
          list={list}
          columns={columns}
          params={params}
          change={change}
          filters={
            <FilterBar
              filters={filters}
              params={params}
              change={change}
              errors={fieldErrors(list.error)}
              isFolded={params.open !== undefined}
            />
          }
          actions={
            <SpaceBetween direction="horizontal" size="xs">
              <ActionButton needs="write" onClick={() => setDialog({ is: 'import' })}>
                Import from CSV
              </ActionButton>
              <ActionButton needs="write" variant="primary" onClick={() => setDialog({ is: 'add' })}>
                Add a wallet
              </ActionButton>
            </SpaceBetween>
          }
          empty={
            FILTERS.some((name) => params[name] !== undefined)
              ? 'No wallet matches. Clear a filter.'
              : 'No wallets yet. Add a wallet, or import a list from CSV.'
          }
        />
        {open === undefined ? null : (
          <Suspense fallback={<Skeleton height="20rem" />}>
            <WalletDetail
              id={open}
              close={closeDetail}
              edit={(wallet) => setDialog({ is: 'edit', wallet })}
              remove={(wallet) => setDialog({ is: 'delete', wallet })}
            />
          </Suspense>
        )}
      </div>
      {dialog?.is === 'delete' ? (
        <DeleteWallet
          wallet={dialog.wallet}
          close={close}
          done={() => {
            close();
            closeDetail();
          }}
        />
      ) : null}
      <Suspense>
        {dialog?.is === 'add' ? <WalletForm close={close} /> : null}
        {dialog?.is === 'edit' ? <WalletForm wallet={dialog.wallet} close={close} /> : null}
        {dialog?.is === 'import' ? <ImportDialog close={close} /> : null}
      </Suspense>
    </>
  );
}
