import SpaceBetween from '@cloudscape-design/components/space-between';
import { dataOf } from '../../../sdk/index.ts';
import { Mute } from '../../design/mute.tsx';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { useRules } from '../../live/rules.ts';
import { useWallets } from '../../live/wallets.ts';
import { useClient } from '../../session/session-context.ts';
import type { AlertEvent } from './alert-status.tsx';

/** Mutes the rule or the wallet of an alert, without leaving the alert. What is deleted cannot be muted. */
export function AlertMutes({ alert: { ruleId, walletId } }: { readonly alert: AlertEvent }) {
  const client = useClient();
  const rules = useRules();
  const wallets = useWallets();
  const rule = rules.rules.find(({ id }) => id === ruleId);
  const wallet = wallets.wallets.find(({ id }) => id === walletId);
  return (
    <SpaceBetween direction="horizontal" size="xs">
      {rule === undefined ? null : (
        <Mute
          key={ruleId}
          what="rule"
          muted={rule}
          isCritical={rule.severity === 'critical' || rule.ruleType === 'authority_change'}
          run={async (body) =>
            dataOf(await client.PATCH('/api/alerts/rules/{id}', { params: { path: { id: ruleId } }, body }))
          }
        />
      )}
      {wallet === undefined ? null : (
        <Mute
          key={walletId}
          what="wallet"
          muted={wallet}
          run={async (body) =>
            dataOf(await client.PATCH('/api/wallets/{id}', { params: { path: { id: walletId } }, body }))
          }
        />
      )}
      <ProblemAlert error={rules.error ?? wallets.error} retry={rules.error === null ? wallets.retry : rules.retry} />
    </SpaceBetween>
  );
}
