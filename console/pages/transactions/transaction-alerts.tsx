import Box from '@cloudscape-design/components/box';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { Foreign } from '../../design/foreign.tsx';
import { PageLink } from '../../design/page-link.tsx';
import { WalletName } from '../../design/wallet-name.tsx';
import { type Transaction, useRecordsOf } from './records-of.ts';
import { useDecisions } from './use-decisions.ts';

/** The alerts of the transaction by their rules, of both records of a payment between own wallets. */
export function TransactionAlerts({ transaction }: { readonly transaction: Transaction }) {
  const { records } = useRecordsOf(transaction, true);
  return records.map((record) => (
    <RecordAlerts key={record.id} record={record} wallet={records.length === 1 ? null : record.wallet} />
  ));
}

interface RecordAlertsProps {
  readonly record: Transaction;
  /** The wallet of the record; null where there is one record alone. */
  readonly wallet: Transaction['wallet'] | null;
}

function RecordAlerts({ record, wallet }: RecordAlertsProps) {
  const { decisions, error } = useDecisions(record);
  if (error !== null) return <StatusIndicator type="error">They could not be read</StatusIndicator>;
  if (decisions === undefined) return <StatusIndicator type="loading">Loading</StatusIndicator>;
  const fired = decisions.filter(({ outcome }) => outcome === 'fired');
  if (fired.length === 0) return wallet === null ? 'None' : null;
  const links = fired.map(({ ruleId, ruleName, eventId }) => (
    <div key={ruleId}>
      {eventId === null ? (
        <Foreign text={ruleName} />
      ) : (
        <PageLink to={`/alerts?open=${eventId}`}>
          <Foreign text={ruleName} />
        </PageLink>
      )}
    </div>
  ));
  return wallet === null ? (
    links
  ) : (
    <>
      <Box variant="small">
        For <WalletName {...wallet} />
      </Box>
      {links}
    </>
  );
}
