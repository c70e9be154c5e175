import Alert from '@cloudscape-design/components/alert';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { type components, dataOf } from '../../../sdk/index.ts';
import { ActionButton } from '../../design/action-button.tsx';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { ReasonsTable } from '../../design/reasons-table.tsx';
import { useAction } from '../../live/action.ts';
import { useWallets } from '../../live/wallets.ts';
import { useClient } from '../../session/session-context.ts';
import { isTestedRule } from './rule-forms.ts';
import { type Sample, sampleTransactions } from './sample-transactions.ts';
import { TransactionField } from './transaction-field.tsx';

interface Judged {
  /** The part of the form that decides: type, wallets and conditions. */
  readonly rule: Readonly<Record<string, unknown>>;
  /** A past transaction, or a made-up transaction. */
  readonly by: { readonly transactionId: string } | Pick<Sample, 'transaction'>;
}

type Verdict = components['schemas']['RuleTest'];

/** The test of the rule in a form. The form shows the errors of its fields. */
export function useTestRule() {
  const client = useClient();
  const [verdict, setVerdict] = useState<Verdict & { readonly of: string }>();
  const action = useAction({
    run: async ({ rule, by }: Judged) => {
      if (!isTestedRule(rule)) throw new Error('The form has no rule type');
      return dataOf(await client.POST('/api/alerts/rules/test', { body: { rule, ...by } }));
    },
    changes: [],
    onDone: (answer, judged) => setVerdict({ ...answer, of: JSON.stringify(judged) }),
  });
  return { ...action, verdict };
}

interface TestRuleProps {
  readonly rule: Judged['rule'];
  readonly test: ReturnType<typeof useTestRule>;
  /** The paths of errors that stand at the fields of the form. */
  readonly shownFields: readonly string[];
}

/** Judges a past or made-up transaction by the rule of the form. Nothing is saved and nobody is notified. */
export function TestRule({ rule, test, shownFields }: TestRuleProps) {
  const { wallets } = useWallets();
  const samples = sampleTransactions(rule, wallets);
  const [chosen, choose] = useState<string>();
  const id = chosen ?? samples[0]?.value;
  const sample = samples.find(({ value }) => value === id);
  const by = sample === undefined ? id && { transactionId: id } : { transaction: sample.transaction };
  const { verdict } = test;
  const isPast = verdict !== undefined && verdict.of !== JSON.stringify({ rule, by });
  const hasFailed = test.error !== null;
  return (
    <SpaceBetween size="s">
      <Header variant="h3" description="Judges a transaction by the rule. Nothing is saved or sent.">
        Test before saving
      </Header>
      <TransactionField id={id} samples={samples} select={choose} />
      <ActionButton
        needs="write"
        loading={test.isRunning}
        disabled={!by}
        disabledReason="Choose a transaction first."
        onClick={() => by && test.start({ rule, by })}
      >
        Test the rule
      </ActionButton>
      <ProblemAlert error={test.error} shownFields={shownFields} />
      {verdict === undefined || hasFailed ? null : (
        <div aria-live="polite">
          <SpaceBetween size="s">
            {isPast ? <Alert type="info">The rule or the transaction changed since this test.</Alert> : null}
            <Alert
              type={verdict.matches ? 'success' : 'warning'}
              header={verdict.matches ? 'The rule matches' : 'The rule does not match'}
            >
              {verdict.matches
                ? 'This transaction fires an alert, unless the cooldown of the rule is running.'
                : 'This transaction fires no alert. The conditions that fail are the reason.'}
            </Alert>
            <ReasonsTable reasons={verdict.reasons} />
          </SpaceBetween>
        </div>
      )}
    </SpaceBetween>
  );
}
