import { useState } from 'react';
import { dataOf } from '../../../sdk/index.ts';
import { ActionButton } from '../../design/action-button.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { PingResult } from '../../design/ping-result.tsx';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { useAction } from '../../live/action.ts';
import { useRules } from '../../live/rules.ts';
import { useClient } from '../../session/session-context.ts';

/**
 * Sends a test message to the first place that hears of a rule. The API calls it a ping: it has no alert in it, and
 * shows that messages arrive.
 */
export function TestAlert() {
  const [rule] = useRules().rules;
  const client = useClient();
  const [sent, setSent] = useState<{ readonly id: string; readonly to: string } | 'nowhere'>();
  const test = useAction({
    run: async (ruleId: string) => {
      const { data } = dataOf(await client.GET('/api/destinations/preview', { params: { query: { ruleId } } }));
      const receiver = data.find(({ id }) => id !== null);
      if (receiver === undefined || receiver.id === null) return 'nowhere' as const;
      const params = { path: { id: receiver.id } };
      const answer =
        receiver.kind === 'webhook'
          ? await client.POST('/api/webhooks/{id}/test', { params, body: {} })
          : await client.POST('/api/destinations/{id}/test', { params, body: {} });
      return { id: dataOf(answer).id, to: receiver.name };
    },
    changes: ['deliveries'],
    onDone: setSent,
  });
  if (rule === undefined) return <>Send a test message: make a rule first</>;
  return (
    <>
      <ActionButton needs="write" variant="inline-link" loading={test.isRunning} onClick={() => test.start(rule.id)}>
        Send a test message
      </ActionButton>{' '}
      to where the alerts of “<Foreign text={rule.name} />” go. It is no alert: it shows that messages arrive.
      <ProblemAlert error={test.error} />
      {sent === undefined ? null : sent === 'nowhere' ? (
        <div>No destination and no webhook hears of this rule.</div>
      ) : (
        <div>
          To <Foreign text={sent.to} />:
          <PingResult deliveryId={sent.id} what="test" />
        </div>
      )}
    </>
  );
}
