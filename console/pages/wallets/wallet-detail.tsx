import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { type components, dataOf } from '../../../sdk/index.ts';
import { ActionButton } from '../../design/action-button.tsx';
import { DetailPanel } from '../../design/detail-panel.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { Copy, Hash } from '../../design/hash.tsx';
import { HistoryLink } from '../../design/history-link.tsx';
import { AgeAndInstant, Instant } from '../../design/instant.tsx';
import { Mute } from '../../design/mute.tsx';
import { PageLink } from '../../design/page-link.tsx';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { Tags } from '../../design/tags.tsx';
import { WalletName } from '../../design/wallet-name.tsx';
import { useChains } from '../../live/chains.ts';
import { useLiveItem } from '../../live/live-item.ts';
import { useClient } from '../../session/session-context.ts';
import { Balances } from './balance-entries.tsx';
import { Differences } from './difference-entries.tsx';
import { WalletChain } from './wallet-chain.tsx';
import { WalletRules } from './wallet-rules.tsx';
import { WalletStatus } from './wallet-status.tsx';

type Wallet = components['schemas']['Wallet'];

interface WalletDetailProps {
  readonly id: string;
  readonly close: () => void;
  readonly edit: (wallet: Wallet) => void;
  readonly remove: (wallet: Wallet) => void;
}

/** Everything that is known of a wallet: balances, open differences, coverage and backfills of each chain. */
export function WalletDetail({ id, close, edit, remove }: WalletDetailProps) {
  const client = useClient();
  const params = { path: { id } };
  const { item, error, retry } = useLiveItem({
    key: ['wallets', 'one', id],
    load: (signal) => client.GET('/api/wallets/{id}', { params, signal }),
  });
  const coverage = useLiveItem({
    key: ['wallets', 'coverage', id],
    load: (signal) => client.GET('/api/wallets/{id}/coverage', { params, signal }),
    isAsked: item !== undefined,
  });
  return (
    <DetailPanel
      of={id}
      label="Wallet"
      title={item === undefined ? 'Wallet' : <WalletName {...item} />}
      name={item?.label}
      error={error}
      retry={retry}
      close={close}
      actions={
        item === undefined ? null : (
          <SpaceBetween direction="horizontal" size="xs">
            <ActionButton needs="write" onClick={() => edit(item)}>
              Edit
            </ActionButton>
            <ActionButton needs="write" onClick={() => remove(item)}>
              Delete
            </ActionButton>
          </SpaceBetween>
        )
      }
    >
      {item === undefined ? undefined : (
        <SpaceBetween size="l">
          <Facts wallet={item} />
          <Mute
            what="wallet"
            muted={item}
            run={async (body) => dataOf(await client.PATCH('/api/wallets/{id}', { params, body }))}
          />
          {item.destinationTag === undefined ? (
            <Balances walletId={id} />
          ) : (
            <Box>The balance belongs to the account. A wallet with a destination tag has none.</Box>
          )}
          <Differences walletId={id} />
          <div>
            <Box variant="h3">Coverage and backfills</Box>
            <ProblemAlert error={coverage.error} retry={coverage.retry} />
          </div>
          {coverage.item?.data.map((each) => (
            <WalletChain
              key={`${id} ${each.chain}`}
              walletId={id}
              coverage={each}
              hasBalance={item.destinationTag === undefined}
            />
          ))}
        </SpaceBetween>
      )}
    </DetailPanel>
  );
}

function Facts({ wallet }: { readonly wallet: Wallet }) {
  const { nameOf } = useChains();
  const { id, address, destinationTag, chains, type, throttledSince, createdAt, updatedAt } = wallet;
  const { tags, externalId, managedBy } = wallet;
  const items = [
    { label: 'Status', value: <WalletStatus {...wallet} /> },
    { label: 'Type', value: <Foreign text={type} /> },
    { label: 'Chains', value: chains.map(nameOf).join(', ') },
    ...(tags.length === 0 ? [] : [{ label: 'Tags', value: <Tags tags={tags} /> }]),
    ...(externalId === null ? [] : [{ label: 'External id', value: <Foreign text={externalId} /> }]),
    ...(managedBy === null ? [] : [{ label: 'Managed by', value: <Foreign text={managedBy} /> }]),
    ...(destinationTag === undefined ? [] : [{ label: 'Destination tag', value: destinationTag }]),
    {
      label: 'Transactions',
      value: <PageLink to={`/transactions?walletId=${id}`}>Transactions of the wallet</PageLink>,
    },
    { label: 'Alerts', value: <PageLink to={`/alerts?walletId=${id}`}>Alerts of the wallet</PageLink> },
    { label: 'Rules', value: <WalletRules wallet={wallet} /> },
    { label: 'Added', value: <AgeAndInstant at={createdAt} /> },
    { label: 'Changed', value: <AgeAndInstant at={updatedAt} /> },
    { label: 'History', value: <HistoryLink of="wallet" id={id} /> },
  ];
  return (
    <SpaceBetween size="m">
      {throttledSince === null ? null : (
        <Alert type="warning" header="Throttled">
          Since <Instant at={throttledSince} /> transactions of this wallet wait: your organisation used up its budget
          of records per hour on a chain. Nothing is lost.
        </Alert>
      )}
      <KeyValuePairs
        items={[
          {
            label: 'Address',
            value: (
              <>
                <Hash text={address} whole /> <Copy text={address} what="address" />
              </>
            ),
          },
        ]}
      />
      <KeyValuePairs columns={2} items={items} />
    </SpaceBetween>
  );
}
