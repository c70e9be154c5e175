import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Form from '@cloudscape-design/components/form';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import { type FormEvent, useRef, useState } from 'react';
import { ProblemError } from '../../sdk/index.ts';
import { ProblemAlert } from '../design/problem-alert.tsx';

const INPUT = 'api-key';

interface SignInPageProps {
  /** True when the API refused the key of a signed-in user. */
  readonly wasRefused: boolean;
  readonly signIn: (key: string) => Promise<void>;
}

const isRefused = (error: unknown): boolean => error instanceof ProblemError && error.status === 401;

/** Takes the place of every page until the user has a valid key. The address keeps the page to return to. */
export function SignInPage({ wasRefused, signIn }: SignInPageProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isEmpty, setEmpty] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [isAsking, setAsking] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const pasted = input.current?.value.trim() ?? '';
    setEmpty(pasted === '');
    setError(null);
    if (pasted === '') return;
    setAsking(true);
    try {
      await signIn(pasted);
    } catch (failure) {
      setError(failure);
    } finally {
      setAsking(false);
    }
  }

  const refusal = isRefused(error) ? 'The service does not know this key, or the key expired.' : undefined;
  return (
    <main className="sign-in">
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
                <Alert type="warning">The service refused your key. Sign in again; your page and input are kept.</Alert>
              </Box>
            ) : null}
            <FormField
              controlId={INPUT}
              label="API key"
              description="An administrator of your organisation creates keys. This tab forgets the key when it closes."
              errorText={isEmpty ? 'Paste an API key.' : refusal}
            >
              {/* Not an input of React: React would copy the key into an attribute of the element. */}
              <input ref={input} id={INPUT} className="key-input" type="password" autoComplete="off" />
            </FormField>
            {refusal === undefined ? <ProblemAlert error={error} /> : null}
          </Form>
        </Container>
      </form>
    </main>
  );
}
