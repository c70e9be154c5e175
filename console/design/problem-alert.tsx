import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useEffect, useState } from 'react';
import { ProblemError } from '../../sdk/problem.ts';
import { Foreign } from './foreign.tsx';
import { useOutage } from './outages.ts';
import { fieldErrors, problemText } from './problem-advice.ts';

interface ProblemAlertProps {
  readonly error: unknown;
  readonly retry?: () => void;
  /** The paths whose messages stand at their fields. The alert lists the others, and is not there without others. */
  readonly shownFields?: readonly string[];
  /** Whether it shows the problem that all parts of a page have. */
  readonly isForAll?: boolean;
}

/** The seconds that are left of a wait that the service asked for. */
export function useCountdown(error: unknown): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const wait = error instanceof ProblemError ? error.retryAfter : null;
    if (wait === null) return setLeft(0);
    const end = Date.now() + wait * 1000;
    const tick = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [error]);
  return left;
}

/**
 * An error: what happened, what to do, the id of the request for the support, and another try. While the service does
 * not answer, one place of the page shows the error for all others.
 */
export function ProblemAlert({ error, retry, shownFields = [], isForAll = false }: ProblemAlertProps) {
  const left = useCountdown(error);
  const outage = useOutage(error, isForAll ? undefined : retry);
  if (error === null || error === undefined || outage?.hasBar === true) return null;
  if (outage?.isFirst === false) return <StatusIndicator type="error">Not read</StatusIndicator>;
  const { heading, detail, requestId } = problemText(error);
  const named = fieldErrors(error);
  const others = [...named].filter(([path]) => !shownFields.includes(path));
  if (named.size > 0 && others.length === 0) return null;
  // The detail of an error with fields repeats their messages.
  const text = named.size === 0 ? detail : 'Correct what is marked.';
  const action =
    retry === undefined ? undefined : (
      <Button onClick={outage?.retryAll ?? retry} disabled={left > 0}>
        {left > 0 ? `Try again in ${left} s` : 'Try again'}
      </Button>
    );
  return (
    <Alert type="error" header={heading} action={action}>
      <Foreign text={text} most={500} />
      {left > 0 && retry === undefined ? <div>Try again in {left} s.</div> : null}
      {others.length === 0 ? null : (
        <ul>
          {others.map(([path, message]) => (
            <li key={path}>
              <Foreign text={path} />: <Foreign text={message} most={300} />
            </li>
          ))}
        </ul>
      )}
      {requestId === null ? null : (
        <Box variant="small" display="block">
          Request {requestId}
        </Box>
      )}
    </Alert>
  );
}
