import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import { dataOf } from '../../sdk/index.ts';
import { useAction } from '../live/action.ts';
import { useClient } from '../session/session-context.ts';
import { ActionButton } from './action-button.tsx';
import { foreignText } from './foreign-text.ts';
import { useNotify } from './notices.tsx';
import { ProblemAlert } from './problem-alert.tsx';
import type { EmailStatus } from './webhook-health.ts';

const STATUSES: Readonly<Record<EmailStatus['status'], { type: StatusIndicatorProps.Type; text: string }>> = {
  pending: { type: 'warning', text: 'Not confirmed yet' },
  confirmed: { type: 'success', text: 'Confirmed' },
  bounced: { type: 'error', text: 'Bounced' },
  complained: { type: 'error', text: 'Marked as spam' },
  unsubscribed: { type: 'stopped', text: 'Unsubscribed' },
};

/** Whether the recipient of an address agreed. */
export function EmailState({ status }: Pick<EmailStatus, 'status'>) {
  const { type, text } = STATUSES[status];
  return <StatusIndicator type={type}>{text}</StatusIndicator>;
}

/** Sends the confirmation mail again, where the service would. */
export function ResendConfirmation({ address, status }: Pick<EmailStatus, 'address' | 'status'>) {
  const client = useClient();
  const notify = useNotify();
  const resend = useAction({
    run: async () => dataOf(await client.POST('/api/settings/emails/resend', { body: { address } })),
    changes: ['settings'],
    onDone: () => notify('success', 'The confirmation mail is sent again.'),
  });
  if (status === 'confirmed' || status === 'complained') return null;
  return (
    <>
      <ActionButton
        needs="admin"
        variant="inline-link"
        ariaLabel={`Send the confirmation mail to ${foreignText(address, 40)} again`}
        loading={resend.isRunning}
        onClick={() => resend.start()}
      >
        Send the confirmation mail again
      </ActionButton>
      <ProblemAlert error={resend.error} />
    </>
  );
}
