import Alert from '@cloudscape-design/components/alert';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import Skeleton from '@cloudscape-design/components/skeleton';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { lazy, Suspense, useState } from 'react';
import { backtestSentence, type components, dataOf, typedFigure, usdFigure } from '../../../sdk/index.ts';
import { ActionButton } from '../../design/action-button.tsx';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { useAction } from '../../live/action.ts';
import { useLiveItem } from '../../live/live-item.ts';
import { useClient } from '../../session/session-context.ts';
import { atLeastUsd, otherLeastUsd } from './backtest-amount.ts';
import { isTestedRule } from './rule-forms.ts';

const BacktestChart = lazy(() => import('./backtest-chart.tsx'));

/** How far a backtest looks back. */
export const BACKTEST_DAYS = 30;
const DAY_MS = 86_400_000;
/** A backtest of a small organisation takes a second or two. */
const PAUSE_MS = 1000;

type Backtest = components['schemas']['Backtest'];
type FormRule = Readonly<Record<string, unknown>>;

interface Started {
  /** The rule of the form, to tell whether the user has changed it since. */
  readonly of: string;
  readonly id: string;
  /** The same rule for another amount. */
  readonly other: { readonly id: string; readonly usd: string } | null;
}

interface Tried {
  readonly rule: FormRule;
  /** The other amount to compare with; undefined when there is none. */
  readonly usd: string | undefined;
}

/** Starts the backtests of the rule in a form. The form shows the errors of its fields. */
export function useStartBacktest() {
  const client = useClient();
  const create = async (body: FormRule, to: Date): Promise<string> => {
    if (!isTestedRule(body)) throw new Error('The form has no rule type');
    const from = new Date(to.getTime() - BACKTEST_DAYS * DAY_MS).toISOString();
    const range = { from, to: to.toISOString() };
    return dataOf(await client.POST('/api/alerts/rules/backtest', { body: { rule: body, ...range } })).id;
  };
  return useAction({
    run: async ({ rule, usd }: Tried): Promise<Started> => {
      const now = new Date();
      const id = await create(rule, now);
      const other = usd === undefined ? null : { id: await create(atLeastUsd(rule, usd), now), usd };
      return { of: JSON.stringify(rule), id, other };
    },
    changes: [],
  });
}

interface RuleBacktestProps {
  readonly rule: FormRule;
  readonly start: ReturnType<typeof useStartBacktest>;
  /** The paths of errors that stand at the fields of the form. */
  readonly shownFields: readonly string[];
}

/** Tells how many alerts the rule of the form would have made in the last 30 days, and at another amount. */
export function RuleBacktest({ rule, start, shownFields }: RuleBacktestProps) {
  const suggested = otherLeastUsd(rule);
  const [typed, setTyped] = useState<string>();
  const amount = (typed ?? suggested ?? '').trim();
  const usd = typedFigure(amount);
  const isUnreadable = suggested !== undefined && amount !== '' && usd === undefined;
  const { result } = start;
  return (
    <SpaceBetween size="s">
      <Header variant="h3" description="Counts the alerts that the rule would have made. Nothing is saved or sent.">
        Try on the last {BACKTEST_DAYS} days
      </Header>
      {suggested === undefined ? null : (
        <FormField
          label="Compare with at least (USD)"
          description="Counts the alerts at this amount, too."
          errorText={isUnreadable ? 'Write an amount, such as 50,000.' : undefined}
        >
          <Input value={typed ?? suggested} inputMode="decimal" onChange={({ detail }) => setTyped(detail.value)} />
        </FormField>
      )}
      <ActionButton
        needs="write"
        loading={start.isRunning}
        disabled={isUnreadable}
        disabledReason="The amount to compare with is no number."
        onClick={() => start.start({ rule, usd: suggested === undefined ? undefined : usd })}
      >
        Try on the last {BACKTEST_DAYS} days
      </ActionButton>
      <ProblemAlert error={start.error} shownFields={shownFields} />
      {result === undefined || start.error !== null ? null : (
        <BacktestResults key={result.id} started={result} isPast={result.of !== JSON.stringify(rule)} />
      )}
    </SpaceBetween>
  );
}

interface ResultsProps {
  readonly started: Started;
  /** Whether the rule has changed since. */
  readonly isPast: boolean;
}

/** How far a backtest is, and then its counts. */
export function BacktestResults({ started, isPast }: ResultsProps) {
  const { item, error, retry } = useBacktest(started.id);
  const other = useBacktest(started.other?.id);
  return (
    <SpaceBetween size="s">
      {isPast ? <Alert type="info">The rule changed since this try.</Alert> : null}
      <ProblemAlert error={error ?? other.error} retry={retry} />
      <div aria-live="polite">{item === undefined ? null : sentenceOf(item, other.item, started.other?.usd)}</div>
      {item?.status === 'completed' ? (
        <Suspense fallback={<Skeleton height="140px" />}>
          <BacktestChart perDay={item.perDay} />
        </Suspense>
      ) : null}
    </SpaceBetween>
  );
}

/** `412 alerts in 30 days, about 14 a day; at 50,000 USD: 9` */
function sentenceOf(backtest: Backtest, other: Backtest | undefined, usd = ''): string {
  if (backtest.status === 'failed') return `The try failed. ${backtest.error ?? ''}`;
  if (backtest.status === 'running') {
    return `${backtest.rows.toLocaleString('en')} of ${backtest.total.toLocaleString('en')} transactions are read.`;
  }
  const { cooldown, muted } = backtest.wouldSuppress;
  const rest = other?.status === 'completed' ? `; at ${usdFigure(usd)}: ${other.wouldFire.toLocaleString('en')}` : '';
  const silent =
    cooldown + muted === 0 ? '' : ` ${(cooldown + muted).toLocaleString('en')} more matches made no alert.`;
  return `${backtestSentence(backtest)}${rest}.${silent}`;
}

/** A backtest, read again until it has ended. */
function useBacktest(id: string | undefined) {
  const client = useClient();
  const [isEnded, setEnded] = useState(false);
  return useLiveItem({
    key: ['backtests', id],
    load: async (signal) => {
      const answer = await client.GET('/api/alerts/backtests/{id}', { params: { path: { id: id ?? '' } }, signal });
      if (answer.data !== undefined && answer.data.status !== 'running') setEnded(true);
      return answer;
    },
    isLive: !isEnded,
    pauseMs: PAUSE_MS,
    isAsked: id !== undefined,
  });
}
