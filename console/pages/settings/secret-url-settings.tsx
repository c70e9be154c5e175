import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { type FormEvent, useState } from 'react';
import { CHANNELS, type components, dataOf } from '../../../sdk/index.ts';
import { ActionButton } from '../../design/action-button.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { NextStep } from '../../design/next-step.tsx';
import { useNotify } from '../../design/notices.tsx';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { useFieldErrors } from '../../design/use-field-errors.ts';
import { useAction } from '../../live/action.ts';
import { useClient } from '../../session/session-context.ts';

export const secretUrls = CHANNELS.flatMap(({ secretUrl, ...channel }) =>
  secretUrl === null ? [] : { ...channel, ...secretUrl },
);

type SecretUrl = (typeof secretUrls)[number] & { readonly url: string | null };

/** The URL to which rules with the channel post. The service shows it masked, because it is a secret. */
export function SecretUrlSettings({ kind, label, field, example, url }: SecretUrl) {
  const client = useClient();
  const notify = useNotify();
  // Nothing is sent unless the user writes another address, so the masked form never replaces the secret.
  const [next, setNext] = useState('');
  const [isRemoving, setRemoving] = useState(false);
  const save = useAction({
    run: async (given: string | null) => {
      const body: components['schemas']['UpdateSettings'] = {};
      body[field] = given;
      dataOf(await client.PATCH('/api/settings', { body }));
    },
    changes: ['settings'],
    onDone: (_, saved) => {
      setNext('');
      setRemoving(false);
      notify(
        'success',
        <>
          The {label} URL is {saved === null ? 'removed' : 'saved'}.
          {saved === null ? null : <NextStep done="receiver" />}
        </>,
      );
    },
  });
  const errors = useFieldErrors(save.error, { [field]: next });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isRunning && next.trim() !== '') save.start(next.trim());
  };
  return (
    <Container
      header={
        <Header variant="h2" description={`Rules with the channel “${kind}” post to this URL.`}>
          {label}
        </Header>
      }
    >
      <SpaceBetween size="m">
        {url === null ? (
          <Box color="text-status-inactive">No URL. Make an incoming webhook in {label} and add its URL below.</Box>
        ) : (
          <SpaceBetween direction="horizontal" size="s" alignItems="center">
            <Foreign text={url} most={200} />
            <ActionButton
              needs="admin"
              variant="inline-link"
              ariaLabel={`Remove the ${label} URL`}
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
            errorText={isRemoving ? undefined : errors.get(field)}
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
            <Input type="url" value={next} placeholder={example} onChange={({ detail }) => setNext(detail.value)} />
          </FormField>
        </form>
        {isRemoving ? null : <ProblemAlert error={save.error} shownFields={[field]} />}
      </SpaceBetween>
      {isRemoving ? (
        <Confirm
          title={`Remove the ${label} URL?`}
          action="Remove"
          request={save}
          confirm={() => save.start(null)}
          close={() => {
            save.reset();
            setRemoving(false);
          }}
        >
          <Box>Rules with the channel “{kind}” reach nobody there any more. The service forgets the URL.</Box>
        </Confirm>
      ) : null}
    </Container>
  );
}
