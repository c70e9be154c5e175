import SpaceBetween from '@cloudscape-design/components/space-between';
import { dataOf } from '../../../sdk/index.ts';
import { ActionButton } from '../../design/action-button.tsx';
import { DetailPanel } from '../../design/detail-panel.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { Mute } from '../../design/mute.tsx';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { useLiveItem } from '../../live/live-item.ts';
import { useClient } from '../../session/session-context.ts';
import { useTroubles } from './heard-by.tsx';
import { RuleAlerts } from './rule-alerts.tsx';
import { RuleAudience } from './rule-audience.tsx';
import { BACKTEST_DAYS, BacktestResults, useStartBacktest } from './rule-backtest.tsx';
import { WALLET_PATHS } from './rule-draft.ts';
import { RuleFacts, RuleOrigin } from './rule-facts.tsx';
import { isTestable, type Rule } from './rule-forms.ts';
import { RuleSentence } from './rule-sentence.tsx';
import { useAudience } from './use-audience.ts';

interface RuleDetailProps {
  readonly id: string;
  readonly close: () => void;
  readonly edit: () => void;
  readonly duplicate: () => void;
  readonly toggle: (rule: Rule) => void;
  readonly remove: (rule: Rule) => void;
}

/** What a rule does and has done, to read. Its buttons lead to what changes the rule. */
export default function RuleDetail({ id, close, ...actions }: RuleDetailProps) {
  const client = useClient();
  const { item, error, retry } = useLiveItem({
    key: ['rules', 'one', id],
    load: (signal) => client.GET('/api/alerts/rules/{id}', { params: { path: { id } }, signal }),
  });
  return (
    <DetailPanel
      of={id}
      label="Rule"
      title={item === undefined ? 'Rule' : <Foreign text={item.name} />}
      name={item?.name}
      error={error}
      retry={retry}
      close={close}
    >
      {item === undefined ? undefined : <Contents key={id} rule={item} {...actions} />}
    </DetailPanel>
  );
}

type ContentsProps = Omit<RuleDetailProps, 'id' | 'close'> & { readonly rule: Rule };

function Contents({ rule, edit, duplicate, toggle, remove }: ContentsProps) {
  const client = useClient();
  const { id, ruleType, wallets, conditions, severity, cooldownMinutes, cooldownPer, mutedUntil } = rule;
  const backtest = useStartBacktest();
  const tested = { ruleType, wallets, conditions, cooldownMinutes, cooldownPer, severity };
  const mute = (
    <Mute
      what="rule"
      muted={rule}
      isCritical={severity === 'critical' || ruleType === 'authority_change'}
      run={async (body) => dataOf(await client.PATCH('/api/alerts/rules/{id}', { params: { path: { id } }, body }))}
    />
  );
  return (
    <SpaceBetween size="l">
      <RuleSentence rule={rule} />
      <SpaceBetween direction="horizontal" size="xs">
        <ActionButton needs="write" variant="primary" onClick={edit}>
          Edit
        </ActionButton>
        {isTestable(ruleType) ? (
          <ActionButton
            needs="write"
            loading={backtest.isRunning}
            onClick={() => backtest.start({ rule: tested, usd: undefined })}
          >
            Test on the last {BACKTEST_DAYS} days
          </ActionButton>
        ) : null}
        {mutedUntil === null ? mute : null}
        <ActionButton needs="write" onClick={() => toggle(rule)}>
          {rule.isActive ? 'Disable' : 'Enable'}
        </ActionButton>
        <ActionButton needs="write" onClick={duplicate}>
          Duplicate
        </ActionButton>
        <ActionButton needs="write" onClick={() => remove(rule)}>
          Delete
        </ActionButton>
      </SpaceBetween>
      {mutedUntil === null ? null : mute}
      <ProblemAlert error={backtest.error} />
      {backtest.result === undefined || backtest.error !== null ? null : (
        <BacktestResults
          key={backtest.result.id}
          started={backtest.result}
          isPast={backtest.result.of !== JSON.stringify(tested)}
        />
      )}
      <RuleFacts rule={rule} />
      <StoredAudience rule={rule} />
      <RuleAlerts ruleId={id} />
      <RuleOrigin rule={rule} />
    </SpaceBetween>
  );
}

function StoredAudience({ rule }: { readonly rule: Rule }) {
  const { ids, tags, types } = rule.wallets;
  const audience = useAudience({
    ruleId: rule.id,
    type: rule.ruleType,
    texts: {
      severity: rule.severity,
      notifyEmail: String(rule.notifyEmail),
      notifySlack: String(rule.notifySlack),
      notifyWebhook: String(rule.notifyWebhook),
      customWebhookUrl: rule.customWebhookUrl ?? '',
      [WALLET_PATHS.ids]: ids.join('\n'),
      [WALLET_PATHS.tags]: tags.join('\n'),
      [WALLET_PATHS.types]: types.join('\n'),
    },
  });
  return <RuleAudience audience={audience} troubles={useTroubles()} />;
}
