import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { components } from '../../sdk/index.ts';
import { Foreign } from './foreign.tsx';

type State = Pick<components['schemas']['Destination'], 'isActive' | 'disabledReason'>;

/** The reason of the API for what a user turned off. Any other reason is that of the service. */
const BY_USERS = 'Turned off by the organisation';

/** Whether the service turned the destination off, because nothing arrives there. */
export const isOffByService = ({ isActive, disabledReason }: State): boolean =>
  !isActive && disabledReason !== BY_USERS;

/** Whether a destination is on, and otherwise why not. */
export function DestinationState({ isActive, disabledReason }: State) {
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
