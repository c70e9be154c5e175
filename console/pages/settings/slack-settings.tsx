import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { type FormEvent, useState } from 'react';
import { dataOf } from '../../../sdk/index.ts';
import { ActionButton } from '../../design/action-button.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { useNotify } from '../../design/notices.tsx';
import { fieldErrors } from '../../design/problem-advice.ts';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { useAction } from '../../live/action.ts';
import { useClient } from '../../session/session-context.ts';

/** The Slack address that rules with the channel Slack post to. The service shows it masked, because it is a secret. */
export function SlackSettings({ url }: { readonly url: string | null }) {
  const client = useClient();
  const notify = useNotify();
  // Nothing is sent unless the user writes another address, so the masked form never replaces the secret.
  const [next, setNext] = useState('');
  const [isRemoving, setRemoving] = useState(false);
  const save = useAction({
    run: async (slackWebhookUrl: string | null) => {
      dataOf(await client.PATCH('/api/settings', { body: { slackWebhookUrl } }));
    },
    changes: ['settings'],
    onDone: (_, saved) => {
      setNext('');
      setRemoving(false);
      notify('success', saved === null ? 'The Slack URL is removed.' : 'The Slack URL is saved.');
    },
  });
  const errorText = isRemoving ? undefined : fieldErrors(save.error).get('slackWebhookUrl');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isRunning && next.trim() !== '') save.start(next.trim());
  };
  return (
    <Container
      header={
        <Header variant="h2" description="Rules with the channel “slack” post to this URL.">
          Slack
        </Header>
      }
    >
      <SpaceBetween size="m">
        {url === null ? (
          <Box color="text-status-inactive">No URL. Make an incoming webhook in Slack and add its URL below.</Box>
        ) : (
          <SpaceBetween direction="horizontal" size="s" alignItems="center">
            <Foreign text={url} most={200} />
            <ActionButton
              needs="admin"
              variant="inline-link"
              ariaLabel="Remove the Slack URL"
              onClick={() => {
                save.reset();
                setRemoving(true);
              }}
            >
              Remove
            </ActionButton>
          </SpaceBetween>
        )}
        <form onSubmit={submit} noValidate>
          <FormField
            label={url === null ? 'URL' : 'Another URL'}
            description="Everybody with this URL can post to your channel. The service never shows all of it again."
            errorText={errorText}
            secondaryControl={
              <ActionButton
                needs="admin"
                formAction="submit"
                loading={save.isRunning && !isRemoving}
                disabled={next.trim() === ''}
                disabledReason="Write a URL first."
              >
                Save
              </ActionButton>
            }
          >
            <Input
              type="url"
              value={next}
              placeholder="https://hooks.slack.com/services/…"
              onChange={({ detail }) => setNext(detail.value)}
            />
          </FormField>
        </form>
        {errorText === undefined && !isRemoving ? <ProblemAlert error={save.error} /> : null}
      </SpaceBetween>
      {isRemoving ? (
        <Confirm
          title="Remove the Slack URL?"
          action="Remove"
          isRunning={save.isRunning}
          error={save.error}
          confirm={() => save.start(null)}
          close={() => {
            save.reset();
            setRemoving(false);
          }}
        >
          <Box>Rules with the channel “slack” reach nobody there any more. The service forgets the URL.</Box>
        </Confirm>
      ) : null}
    </Container>
  );
}
