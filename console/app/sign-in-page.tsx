import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import Container from '@cloudscape-design/components/container';
import Form from '@cloudscape-design/components/form';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Link from '@cloudscape-design/components/link';
import { type FormEvent, useRef, useState } from 'react';
import { ProblemError } from '../../sdk/problem.ts';
import { ProblemAlert } from '../design/problem-alert.tsx';
import { PersonSignIn } from './person-sign-in.tsx';

const INPUT = 'api-key';

interface SignInPageProps {
  /** True when the API refused the key of a signed-in user. */
  readonly wasRefused: boolean;
  /** Why a person who comes from the identity provider is not signed in. */
  readonly refusal: unknown;
  readonly signIn: (key: string, kept: 'tab' | 'browser') => Promise<void>;
  /** Set when the user signed out, and the browser may still keep the key or the identity provider the session. */
  readonly signOutAgain: (() => void) | undefined;
}

const NOT_KEPT = 'This tab forgets the key when it closes.';
const KEPT = 'This browser keeps the key, sealed, until you sign out, for at most 12 hours.';

const isRefused = (error: unknown): boolean => error instanceof ProblemError && error.status === 401;

/** Takes the place of every page until the user has a valid key. The address keeps the page to return to. */
export function SignInPage({ wasRefused, refusal: ofPerson, signIn, signOutAgain }: SignInPageProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isEmpty, setEmpty] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [isAsking, setAsking] = useState(false);
  const [isKept, setKept] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const pasted = input.current?.value.trim() ?? '';
    setEmpty(pasted === '');
    setError(null);
    if (pasted === '') return;
    setAsking(true);
    try {
      await signIn(pasted, isKept ? 'browser' : 'tab');
    } catch (failure) {
      setError(failure);
    } finally {
      setAsking(false);
    }
  }

  const refusal = isRefused(error) ? 'The service does not know this key, or the key expired.' : undefined;
  return (
    <main className="sign-in">
      <PersonSignIn refusal={ofPerson} />
      <form onSubmit={(event) => void submit(event)}>
        <Container header={<Header variant="h1">Sign in to Chainwatch</Header>}>
          <Form
            actions={
              <Button variant="primary" loading={isAsking}>
                Sign in
              </Button>
            }
          >
            {wasRefused ? (
              <Box margin={{ bottom: 'm' }}>
                <Alert type="warning">
                  The service refused your key, or your sign-in has ended. With a key, your page and input are kept.
                </Alert>
              </Box>
            ) : null}
            {signOutAgain === undefined ? null : (
              <Box margin={{ bottom: 'm' }}>
                <Alert
                  type="error"
                  action={
                    <Button formAction="none" onClick={signOutAgain}>
                      Sign out again
                    </Button>
                  }
                >
                  The service did not confirm that you signed out. This browser may keep your key for up to 12 hours, or
                  the identity provider your session.
                </Alert>
              </Box>
            )}
            <FormField
              controlId={INPUT}
              label="API key"
              description={`An administrator of your organisation creates keys. ${isKept ? KEPT : NOT_KEPT}`}
              errorText={isEmpty ? 'Paste an API key.' : refusal}
            >
              {/* Not an input of React: React would copy the key into an attribute of the element. */}
              <input ref={input} id={INPUT} className="key-input" type="password" autoComplete="off" />
            </FormField>
            <Box margin={{ top: 'm' }}>
              <Checkbox
                checked={isKept}
                onChange={({ detail }) => setKept(detail.checked)}
                description="Links from messages then open without the key. Leave it off on a device that others use."
              >
                Keep me signed in on this device for 12 hours
              </Checkbox>
            </Box>
            {refusal === undefined ? <ProblemAlert error={error} /> : null}
          </Form>
        </Container>
      </form>
      <Box margin={{ top: 'm' }} textAlign="center">
        <Link external href="/docs/guides/" externalIconAriaLabel="Opens in a new tab">
          What Chainwatch is, and the first five minutes
        </Link>
      </Box>
    </main>
  );
}
