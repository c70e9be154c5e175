import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import { type components, dataOf } from '../../../sdk/index.ts';
import { ActionButton } from '../../design/action-button.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { foreignText } from '../../design/foreign-text.ts';
import { Instant } from '../../design/instant.tsx';
import { useNotify } from '../../design/notices.tsx';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { useAction } from '../../live/action.ts';
import { useClient } from '../../session/session-context.ts';

export type EmailStatus = components['schemas']['EmailStatus'];

const STATUSES: Readonly<Record<EmailStatus['status'], { type: StatusIndicatorProps.Type; text: string }>> = {
  pending: { type: 'pending', text: 'Not confirmed yet' },
  confirmed: { type: 'success', text: 'Confirmed' },
  bounced: { type: 'error', text: 'Bounced' },
  complained: { type: 'error', text: 'Marked as spam' },
  unsubscribed: { type: 'stopped', text: 'Unsubscribed' },
};

interface EmailRowProps {
  readonly email: EmailStatus;
  remove(): void;
}

/** An address with its status, and what the user can do about the status. */
export function EmailRow({ email: { address, status, since, reason }, remove }: EmailRowProps) {
  const client = useClient();
  const notify = useNotify();
  const resend = useAction({
    run: async () => dataOf(await client.POST('/api/settings/emails/resend', { body: { address } })),
    changes: ['settings'],
    onDone: () => notify('success', 'The confirmation mail is sent again.'),
  });
  const { type, text } = STATUSES[status];
  const shortName = foreignText(address, 40);
  return (
    <SpaceBetween size="xxs">
      <SpaceBetween direction="horizontal" size="s" alignItems="center">
        <Foreign text={address} most={254} />
        <StatusIndicator type={type}>{text}</StatusIndicator>
        {since === null ? null : (
          <Box variant="small">
            since <Instant at={since} />
          </Box>
        )}
        {status === 'confirmed' || status === 'complained' ? null : (
          <ActionButton
            needs="admin"
            variant="inline-link"
            ariaLabel={`Send the confirmation mail to ${shortName} again`}
            loading={resend.isRunning}
            onClick={() => resend.start()}
          >
            Send again
          </ActionButton>
        )}
        <ActionButton needs="admin" variant="inline-link" ariaLabel={`Remove ${shortName}`} onClick={remove}>
          Remove
        </ActionButton>
      </SpaceBetween>
      {reason === null ? null : <Box variant="small">{reason}</Box>}
      <ProblemAlert error={resend.error} />
    </SpaceBetween>
  );
}
