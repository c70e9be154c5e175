import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { ActionButton } from '../../design/action-button.tsx';
import { EmailState, ResendConfirmation } from '../../design/email-state.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { foreignText } from '../../design/foreign-text.ts';
import { Instant } from '../../design/instant.tsx';
import { PageLink } from '../../design/page-link.tsx';
import type { EmailStatus } from '../../design/webhook-health.ts';

interface EmailRowProps {
  readonly email: EmailStatus;
  /** Undefined for the address of a destination, which the settings do not name. */
  readonly remove: (() => void) | undefined;
}

/** An address with its status, and what the user can do about the status. */
export function EmailRow({ email, remove }: EmailRowProps) {
  const { address, since, reason } = email;
  return (
    <SpaceBetween size="xxs">
      <SpaceBetween direction="horizontal" size="s" alignItems="center">
        <Foreign text={address} most={254} />
        <EmailState {...email} />
        {since === null ? null : (
          <Box variant="small">
            since <Instant at={since} />
          </Box>
        )}
        <ResendConfirmation {...email} />
        {remove === undefined ? (
          <PageLink to="/destinations">Of a destination</PageLink>
        ) : (
          <ActionButton
            needs="admin"
            variant="inline-link"
            ariaLabel={`Remove ${foreignText(address, 40)}`}
            onClick={remove}
          >
            Remove
          </ActionButton>
        )}
      </SpaceBetween>
      {reason === null ? null : <Box variant="small">{reason}</Box>}
    </SpaceBetween>
  );
}
