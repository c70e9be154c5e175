import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { components } from '../../../sdk/index.ts';
import { Amount } from '../../design/amount.tsx';
import { labelOf } from '../../design/field-label.ts';
import { Foreign } from '../../design/foreign.tsx';
import { ExplorerLink, Hash } from '../../design/hash.tsx';
import { AgeAndInstant } from '../../design/instant.tsx';
import { referencePairs } from '../../design/references.tsx';
import { WalletName } from '../../design/wallet-name.tsx';
import { useBookLabels } from '../../live/book-labels.ts';
import { useChains } from '../../live/chains.ts';
import { ImportFound } from './import-found.tsx';
import { TransactionStatus } from './transaction-columns.tsx';
import { FIRST_SHOWN, Transfers } from './transaction-effects.tsx';

type Transaction = components['schemas']['Transaction'];
type FoundOnChain = Extract<components['schemas']['Lookup'], { readonly source: 'blockchain' }>;

interface FoundRecordsProps {
  readonly records: readonly Transaction[];
  readonly show: (id: string) => void;
}

/** The records of the hash: one for each wallet that takes part. */
export function FoundRecords({ records, show }: FoundRecordsProps) {
  const { nameOf, familyOf } = useChains();
  return (
    <Alert type="success" header="This transaction is recorded already">
      <ul className="entries">
        {records.map(({ id, chain, wallet, tokenAmount, tokenSymbol, ...record }) => (
          <li key={id}>
            <SpaceBetween size="xs">
              <SpaceBetween direction="horizontal" size="xs">
                <WalletName {...wallet} />
                <span>{nameOf(chain)}</span>
                <Amount amount={tokenAmount} symbol={tokenSymbol} />
                <Button variant="inline-link" onClick={() => show(id)}>
                  Open the record
                </Button>
              </SpaceBetween>
              <Foreign text={record.summary} most={400} />
              <KeyValuePairs columns={2} items={referencePairs(record, familyOf(chain))} />
            </SpaceBetween>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

interface FoundOnChainProps {
  readonly found: FoundOnChain;
  readonly show: (id: string) => void;
}

/** The transaction as the chain states it, and its import into a wallet. */
export function FoundOnChain({ found, show }: FoundOnChainProps) {
  const { nameOf, familyOf } = useChains();
  const { transaction, methodName, transfers } = found;
  const { chain, hash, toAddress, fromAddress } = transaction;
  const parties = [fromAddress, toAddress, ...transfers.flatMap(({ from, to }) => [from, to])];
  const bookLabel = useBookLabels(transfers.slice(0, FIRST_SHOWN).flatMap(({ from, to }) => [from, to]));
  const items = [
    { label: 'Hash', value: <Hash text={hash} whole /> },
    { label: 'Explorer', value: <ExplorerLink chain={chain} hash={hash} /> },
    { label: 'Chain and block', value: `${nameOf(chain)}, ${transaction.blockNumber}` },
    { label: 'Time', value: <AgeAndInstant at={transaction.blockTimestamp} /> },
    { label: 'From', value: <Hash text={fromAddress} whole /> },
    { label: 'To', value: toAddress === undefined ? '–' : <Hash text={toAddress} whole /> },
    { label: 'Amount', value: <Amount exact amount={transaction.valueDecimal} symbol={transaction.tokenSymbol} /> },
    ...referencePairs(found, familyOf(chain)),
    { label: 'Type', value: labelOf(transaction.txType) },
    { label: 'Status', value: <TransactionStatus status={transaction.status} reorged={false} /> },
    { label: 'Method', value: methodName === null ? '–' : <Foreign text={methodName} /> },
  ];
  return (
    <SpaceBetween size="l">
      <Foreign text={found.summary} most={400} />
      <KeyValuePairs columns={2} items={items} />
      <Transfers transfers={transfers} omitted={0} bookLabel={bookLabel} />
      <ImportFound transaction={transaction} parties={parties} show={show} />
    </SpaceBetween>
  );
}
