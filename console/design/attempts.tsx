import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { components } from '../../sdk/index.ts';
import { attemptText } from './delivery-words.ts';
import { Foreign } from './foreign.tsx';
import { Age } from './instant.tsx';
import { prettyJson } from './pretty-json.ts';

type Attempt = components['schemas']['Attempt'];

/** Every attempt of a delivery, the newest first. */
export function Attempts({ attempts }: { readonly attempts: readonly Attempt[] }) {
  if (attempts.length === 0) return <Box color="text-status-inactive">No attempt yet.</Box>;
  return (
    <SpaceBetween size="s">
      {attempts.toReversed().map((attempt) => (
        <AttemptResult key={`${attempt.n} ${attempt.at}`} attempt={attempt} />
      ))}
    </SpaceBetween>
  );
}

/** What one attempt led to: the status code, the latency, and the error or the beginning of the answer. */
function AttemptResult({ attempt }: { readonly attempt: Attempt }) {
  const { at, error, responseExcerpt } = attempt;
  return (
    <div>
      <StatusIndicator type={error === null ? 'success' : 'error'}>{attemptText(attempt)}</StatusIndicator>
      <Box variant="small" display="block">
        <Age at={at} />
      </Box>
      {error === null ? null : <Foreign text={error} most={400} lines />}
      {responseExcerpt === null || responseExcerpt === '' ? null : (
        <Box variant="code" display="block">
          <Foreign text={prettyJson(responseExcerpt)} most={1200} lines />
        </Box>
      )}
    </div>
  );
}
