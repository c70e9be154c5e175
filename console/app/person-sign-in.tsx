import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import { useEffect, useState } from 'react';
import { leaveForProvider, type Provider, provider } from '../session/identity-provider.ts';

/** The way to the identity provider of the stage, if it has one. @param refusal why the last way back failed. */
export function PersonSignIn({ refusal }: { readonly refusal: unknown }) {
  const [known, setKnown] = useState<Provider | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const [error, setError] = useState<unknown>(refusal);
  useEffect(() => {
    // Without an answer, the API key is the way.
    provider().then(setKnown, setError);
  }, []);

  function leave(of: Provider) {
    setError(undefined);
    setLeaving(true);
    leaveForProvider(of).catch((failure: unknown) => {
      setError(failure);
      setLeaving(false);
    });
  }

  return (
    <>
      {error === undefined ? null : (
        <Box margin={{ bottom: 'm' }}>
          <Alert type="error" header="You are not signed in">
            {error instanceof Error ? error.message : 'The identity provider did not answer.'}
          </Alert>
        </Box>
      )}
      {known === null ? null : (
        <Box margin={{ bottom: 'm' }} textAlign="center">
          <Button onClick={() => leave(known)} loading={isLeaving}>
            Continue with {new URL(known.issuer).host}
          </Button>
        </Box>
      )}
    </>
  );
}
