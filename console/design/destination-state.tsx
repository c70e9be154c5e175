import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { components } from '../../sdk/index.ts';
import { useMailSettings } from '../live/mail-settings.ts';
import { useRecipients } from '../live/recipients.ts';
import { EmailState } from './email-state.tsx';
import { Foreign } from './foreign.tsx';
import { BY_USERS, neverArrived, silentEmail } from './webhook-health.ts';

type State = Pick<components['schemas']['Destination'], 'id' | 'isActive' | 'disabledReason' | 'kind' | 'config'>;

/** Whether a destination gets alerts, and otherwise why not. */
export function DestinationState(destination: State) {
  const { isActive, disabledReason } = destination;
  const silent = silentEmail(destination, useMailSettings());
  const failed = neverArrived(destination.id, useRecipients().recipients);
  if (isActive && silent !== undefined) {
    return (
      <>
        <EmailState {...silent} />
        <div>No alert is sent there</div>
      </>
    );
  }
  if (isActive && failed > 0) {
    return (
      <>
        <StatusIndicator type="error">Failing</StatusIndicator>
        <div>{failed.toLocaleString()} failed in the last day, none arrived</div>
      </>
    );
  }
  if (isActive) return <StatusIndicator type="success">On</StatusIndicator>;
  return (
    <>
      <StatusIndicator type={disabledReason === BY_USERS ? 'stopped' : 'error'}>Off</StatusIndicator>
      {disabledReason === null ? null : (
        <div>
          <Foreign text={disabledReason} most={200} />
        </div>
      )}
    </>
  );
}
