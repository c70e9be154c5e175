import Box from '@cloudscape-design/components/box';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import { useState } from 'react';
import type { components } from '../../../sdk/index.ts';
import { Foreign } from '../../design/foreign.tsx';
import { PageLink } from '../../design/page-link.tsx';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { ReasonsTable } from '../../design/reasons-table.tsx';
import { WalletName } from '../../design/wallet-name.tsx';
import { type Transaction, useRecordsOf } from './records-of.ts';
import { useDecisions } from './use-decisions.ts';

type RuleDecision = components['schemas']['RuleDecision'];

const WORDS: Readonly<Record<NonNullable<RuleDecision['reason']> | 'fired' | 'not_matched', string>> = {
  fired: 'Made an alert',
  cooldown: 'Suppressed by its cooldown',
  muted: 'Muted',
  price: 'Waits for a price',
  evaluation: 'Waits for its evaluation',
  not_matched: 'Does not match',
};

const SIGNS: Readonly<Record<RuleDecision['outcome'], StatusIndicatorProps.Type>> = {
  fired: 'success',
  suppressed: 'stopped',
  waiting: 'pending',
  not_matched: 'info',
};

const wordsOf = ({ outcome, reason }: RuleDecision): string =>
  reason !== null ? WORDS[reason] : outcome === 'fired' ? WORDS.fired : WORDS.not_matched;

/**
 * For each rule, why it made an alert of the transaction or not. Read when the user asks. A payment between own wallets
 * has a record for each of the two wallets, and the rules decide on both.
 */
export function RuleDecisions({ transaction }: { readonly transaction: Transaction }) {
  const [isOpen, setOpen] = useState(false);
  const { records, error, retry } = useRecordsOf(transaction, isOpen);
  return (
    <ExpandableSection
      headerText="Why did it alert, or not?"
      expanded={isOpen}
      onChange={({ detail }) => setOpen(detail.expanded)}
    >
      <SpaceBetween size="s">
        <ProblemAlert error={error} retry={retry} />
        {isOpen
          ? records.map((record) => (
              <Decisions key={record.id} record={record} wallet={records.length === 1 ? null : record.wallet} />
            ))
          : null}
      </SpaceBetween>
    </ExpandableSection>
  );
}

interface DecisionsProps {
  readonly record: Transaction;
  /** The wallet of the record; null where there is one record alone. */
  readonly wallet: Transaction['wallet'] | null;
}

function Decisions({ record, wallet }: DecisionsProps) {
  const { decisions, error, retry } = useDecisions(record);
  return (
    <SpaceBetween size="s">
      {wallet === null ? null : (
        <Box fontWeight="bold">
          For <WalletName {...wallet} />
        </Box>
      )}
      <ProblemAlert error={error} retry={retry} />
      {decisions?.length === 0 ? <Box>There are no rules.</Box> : null}
      {decisions?.map((decision) => (
        <OneRule key={decision.ruleId} decision={decision} />
      ))}
    </SpaceBetween>
  );
}

function OneRule({ decision }: { readonly decision: RuleDecision }) {
  const { ruleId, ruleName, outcome, eventId, reasons } = decision;
  return (
    <SpaceBetween size="xxs">
      <div>
        <PageLink to={`/rules?open=${ruleId}`}>
          <Foreign text={ruleName} />
        </PageLink>{' '}
        <StatusIndicator type={SIGNS[outcome]}>{wordsOf(decision)}</StatusIndicator>{' '}
        {eventId === null ? null : (
          <PageLink to={`/alerts?open=${eventId}`}>
            {outcome === 'fired' ? 'Open the alert' : 'Open the alert that stands for it'}
          </PageLink>
        )}
      </div>
      {reasons.length === 0 ? null : (
        <ExpandableSection variant="footer" headerText="Conditions">
          <ReasonsTable reasons={reasons} />
        </ExpandableSection>
      )}
    </SpaceBetween>
  );
}
