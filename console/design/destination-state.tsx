import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { components } from '../../sdk/index.ts';
import { useMailSettings } from '../live/mail-settings.ts';
import { EmailState } from './email-state.tsx';
import { Foreign } from './foreign.tsx';
import { BY_USERS, silentEmail } from './webhook-health.ts';

type State = Pick<components['schemas']['Destination'], 'isActive' | 'disabledReason' | 'kind' | 'config'>;

/** Whether a destination gets alerts, and otherwise why not. */
export function DestinationState(destination: State) {
  const { isActive, disabledReason } = destination;
  const silent = silentEmail(destination, useMailSettings());
  if (isActive && silent !== undefined) {
    return (
      <>
        <EmailState {...silent} />
        <div>No alert is sent there</div>
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
