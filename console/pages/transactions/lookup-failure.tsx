import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import { ProblemError } from '../../../sdk/index.ts';
import { ProblemAlert } from '../../design/problem-alert.tsx';

/** Why a lookup found nothing, and what the user can do. */
export function LookupFailure({ error }: { readonly error: unknown }) {
  if (!(error instanceof ProblemError) || error.status !== 404) {
    return <ProblemAlert error={error} shownFields={['hash', 'chain']} />;
  }
  return (
    <Alert type="warning" header="No chain knows this hash">
      Check the hash. A new transaction is found after its first block. Test networks answer only when you choose them.
      {error.requestId === null ? null : (
        <Box variant="small" display="block">
          Request {error.requestId}
        </Box>
      )}
    </Alert>
  );
}
