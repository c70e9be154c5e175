import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Form from '@cloudscape-design/components/form';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import { type FormEvent, useRef, useState } from 'react';
import { ProblemError } from '../../sdk/index.ts';

const INPUT = 'api-key';

interface SignInPageProps {
  /** True when the API refused the key of a signed-in user. */
  readonly wasRefused: boolean;
  readonly signIn: (key: string) => Promise<void>;
}

const failureOf = (error: unknown): string => {
  if (!(error instanceof ProblemError)) return 'The service cannot be reached. Check your connection, then try again.';
  if (error.status === 401) return 'The service does not know this key, or the key expired.';
  return `${error.message}${error.requestId === null ? '' : ` Request ${error.requestId}.`}`;
};

/** Takes the place of every page until the user has a valid key. The address keeps the page to return to. */
export function SignInPage({ wasRefused, signIn }: SignInPageProps) {
  const input = useRef<HTMLInputElement>(null);
  const [failure, setFailure] = useState<string>();
  const [isAsking, setAsking] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const pasted = input.current?.value.trim() ?? '';
    if (pasted === '') return setFailure('Paste an API key.');
    setAsking(true);
    try {
      await signIn(pasted);
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      setAsking(false);
    }
  }

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
              errorText={failure}
            >
              {/* Not an input of React: React would copy the key into an attribute of the element. */}
              <input ref={input} id={INPUT} className="key-input" type="password" autoComplete="off" />
            </FormField>
          </Form>
        </Container>
      </form>
    </main>
  );
}
