import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';
import type { AddressLabel, components } from '../../../sdk/index.ts';
import { Address } from '../../design/address.tsx';
import { Amount, Usd } from '../../design/amount.tsx';
import { DetailPanel } from '../../design/detail-panel.tsx';
import { labelOf } from '../../design/field-label.ts';
import { Foreign } from '../../design/foreign.tsx';
import { Copy, ExplorerLink, Hash } from '../../design/hash.tsx';
import { AgeAndInstant } from '../../design/instant.tsx';
import { PageLink } from '../../design/page-link.tsx';
import { referencePairs } from '../../design/references.tsx';
import { WalletName } from '../../design/wallet-name.tsx';
import { useBookLabels } from '../../live/book-labels.ts';
import { useChains } from '../../live/chains.ts';
import { useLiveItem } from '../../live/live-item.ts';
import { useClient } from '../../session/session-context.ts';
import { Annotation } from './annotation.tsx';
import { verifiedText } from './certainty-text.ts';
import { FlowPicture } from './flow-picture.tsx';
import { RuleDecisions } from './rule-decisions.tsx';
import { TransactionAlerts } from './transaction-alerts.tsx';
import { TransactionStatus } from './transaction-columns.tsx';
import { Approvals, AuthorityChanges, FIRST_SHOWN, Transfers } from './transaction-effects.tsx';

type Transaction = components['schemas']['Transaction'];

interface TransactionDetailProps {
  readonly id: string;
  readonly close: () => void;
}

/** Everything that is known of a transaction, and its notes and tags. */
export function TransactionDetail({ id, close }: TransactionDetailProps) {
  const client = useClient();
  const { item, error, retry } = useLiveItem({
    key: ['transactions', 'one', id],
    load: (signal) => client.GET('/api/transactions/{id}', { params: { path: { id } }, signal }),
  });
  const bookLabel = useBookLabels(item === undefined ? [] : addressesOf(item));
  return (
    <DetailPanel of={id} label="Transaction" title="Transaction" error={error} retry={retry} close={close}>
      {item === undefined ? undefined : (
        <SpaceBetween size="l">
          {item.reorged ? (
            <Alert type="warning" header="Reorged">
              A reorganisation of the chain removed the block of this transaction. The transaction does not count.
            </Alert>
          ) : null}
          <Box fontSize="heading-s">
            <Foreign text={item.summary} most={400} />
          </Box>
          <FlowPicture transaction={item} bookLabel={bookLabel} />
          <Facts transaction={item} bookLabel={bookLabel} />
          <RuleDecisions key={`why ${id}`} transaction={item} />
          <Annotation key={id} transaction={item} />
          <Transfers transfers={item.transfers} omitted={item.omitted.transfers} bookLabel={bookLabel} />
          <Approvals approvals={item.approvals} omitted={item.omitted.approvals} bookLabel={bookLabel} />
          <AuthorityChanges changes={item.authority} omitted={item.omitted.authority} />
        </SpaceBetween>
      )}
    </DetailPanel>
  );
}

const SOURCES: Readonly<Record<Transaction['source'], string>> = {
  import: 'Imported by a user',
  watch: 'Seen by the watcher or a backfill',
  reconcile: 'Found by a balance check',
};

const DETAILS: Readonly<Record<Transaction['detail'], string>> = {
  full: 'Full: with the calls inside the transaction',
  logs: 'Logs: the calls inside the transaction are unknown',
};

/** The addresses that the detail names first: a transaction can have thousands of transfers. */
const addressesOf = ({ fromAddress, toAddress, transfers, approvals }: Transaction): readonly string[] =>
  [
    fromAddress,
    toAddress ?? [],
    transfers.slice(0, FIRST_SHOWN).flatMap(({ from, to, lookalike }) => [from, to, lookalike?.of ?? []].flat()),
    approvals.slice(0, FIRST_SHOWN).flatMap(({ owner, spender }) => [owner, spender]),
  ].flat();

interface FactsProps {
  readonly transaction: Transaction;
  readonly bookLabel: AddressLabel;
}

function Facts({ transaction, bookLabel }: FactsProps) {
  const { chains, nameOf, familyOf } = useChains();
  const { chain, hash, walletId, wallet, feeAmount, gasPriceGwei, methodName, toAddress, createdAt } = transaction;
  /** The label of the address book, above the address of somebody else. */
  const named = (address: string, what: string) => {
    const label = bookLabel(address);
    return (
      <>
        {label === undefined ? null : (
          <div>
            <Foreign text={label} most={64} />
          </div>
        )}
        <Address whole chain={chain} text={address} what={what} />
      </>
    );
  };
  const symbol = chains.find(({ id }) => id === chain)?.nativeSymbol;
  return (
    <SpaceBetween size="m">
      <KeyValuePairs
        columns={1}
        items={[
          pair('Hash', <CopyableHash text={hash} what="hash" />),
          pair('From', named(transaction.fromAddress, "sender's address")),
          pair('To', toAddress === null ? '–' : named(toAddress, "recipient's address")),
        ]}
      />
      <KeyValuePairs
        columns={2}
        items={[
          pair('Explorer', <ExplorerLink chain={chain} hash={hash} />),
          pair('Status', <TransactionStatus {...transaction} />),
          pair('Time', <AgeAndInstant at={transaction.blockTimestamp} />),
          pair('Chain and block', `${nameOf(chain)}, ${transaction.blockNumber}`),
          pair('Amount', <Amount exact amount={transaction.tokenAmount} symbol={transaction.tokenSymbol} />),
          pair('Value', <Usd value={transaction.valueUsd} status={transaction.valueStatus} />),
          pair(
            'Wallet',
            <PageLink to={`/wallets?open=${walletId}`}>
              <WalletName {...wallet} />
            </PageLink>,
          ),
          pair('Alerts', <TransactionAlerts transaction={transaction} />),
          pair('Direction', labelOf(transaction.direction)),
          pair('Type', labelOf(transaction.txType)),
          ...referencePairs(transaction, familyOf(chain)),
          pair('Fee', feeAmount === undefined ? '–' : <Amount amount={feeAmount} symbol={symbol} />),
          pair('Gas price', gasPriceGwei === null ? '–' : <Amount amount={gasPriceGwei} symbol="gwei" />),
          pair('Method', methodName === null ? '–' : <Foreign text={methodName} />),
          pair('Source', SOURCES[transaction.source]),
          pair('Verified', verifiedText(transaction.verified)),
          pair('Detail', DETAILS[transaction.detail]),
          pair('Recorded', <AgeAndInstant at={createdAt} />),
        ]}
      />
    </SpaceBetween>
  );
}

const pair = (label: string, value: ReactNode) => ({ label, value });

/** The whole hash or address, and a button that copies it. */
function CopyableHash({ text, what }: { readonly text: string; readonly what: string }) {
  return (
    <>
      <Hash text={text} whole /> <Copy text={text} what={what} />
    </>
  );
}
