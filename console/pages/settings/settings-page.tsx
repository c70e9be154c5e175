import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import Skeleton from '@cloudscape-design/components/skeleton';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { ActionButton } from '../../design/action-button.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { Copy } from '../../design/hash.tsx';
import { Instant } from '../../design/instant.tsx';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { useLiveItem } from '../../live/live-item.ts';
import type { Me } from '../../session/session.ts';
import { useClient, useRefusal, useSession } from '../../session/session-context.ts';
import { EmailSettings } from './email-settings.tsx';
import { Limits } from './limits.tsx';
import { SecretUrlSettings, secretUrls } from './secret-url-settings.tsx';

/** Where alerts go besides webhooks, and who the user is for the service. */
export default function SettingsPage() {
  const refusal = useRefusal('admin');
  return (
    <SpaceBetween size="l">
      <Header variant="h1">Settings</Header>
      {refusal === undefined ? (
        <Destinations />
      ) : (
        <>
          <Unreadable title="E-mail" text="You may not read the addresses." action="Add" />
          {secretUrls.map(({ kind, label }) => (
            <Unreadable key={kind} title={label} text="You may not read the URL." action="Save" />
          ))}
        </>
      )}
      <Identity />
      <Limits />
    </SpaceBetween>
  );
}

function Identity() {
  const { organisation, scope, key, person } = useSession().me;
  return (
    <Container header={<Header variant="h2">Organisation and key</Header>}>
      <KeyValuePairs
        columns={3}
        items={[
          { label: 'Organisation', value: <Foreign text={organisation.name} /> },
          {
            label: 'Organisation id',
            value: (
              <>
                <span className="mono">{organisation.id}</span> <Copy text={organisation.id} what="organisation id" />
              </>
            ),
          },
          { label: 'Scope', value: scope },
          ...(key === null ? [] : ofKey(key)),
          ...(person === null ? [] : ofPerson(person)),
        ]}
      />
    </Container>
  );
}

const ofKey = ({ name, prefix, lastFour, expiresAt }: NonNullable<Me['key']>) => [
  { label: 'Key', value: <Foreign text={name} /> },
  { label: 'Key begins and ends with', value: <span className="mono">{`${prefix}…${lastFour}`}</span> },
  { label: 'Expires', value: expiresAt === null ? 'Never' : <Instant at={expiresAt} /> },
];

const ofPerson = ({ id, name, email }: NonNullable<Me['person']>) => [
  { label: 'Name', value: <Foreign text={name} /> },
  { label: 'E-mail', value: email === null ? 'Unknown' : <Foreign text={email} /> },
  { label: 'Person', value: <Foreign text={id} /> },
];

interface UnreadableProps {
  readonly title: string;
  readonly text: string;
  readonly action: string;
}

/** A destination that the user may neither read nor change. */
function Unreadable({ title, text, action }: UnreadableProps) {
  return (
    <Container header={<Header variant="h2">{title}</Header>}>
      <SpaceBetween size="m">
        <Box color="text-status-inactive">{text}</Box>
        <ActionButton needs="admin">{action}</ActionButton>
      </SpaceBetween>
    </Container>
  );
}

/** Asks for the settings, which only the scope admin may read. */
function Destinations() {
  const client = useClient();
  const { item, error, retry } = useLiveItem({
    key: ['settings'],
    load: (signal) => client.GET('/api/settings', { signal }),
  });
  return (
    <SpaceBetween size="l">
      <ProblemAlert error={error} retry={retry} />
      {item === undefined ? (
        error === null && <Skeleton height="16rem" />
      ) : (
        <SpaceBetween size="l">
          <EmailSettings emails={item.emails} statuses={item.emailStatus} />
          {secretUrls.map((each) => (
            <SecretUrlSettings key={each.kind} {...each} url={item[each.field]} />
          ))}
        </SpaceBetween>
      )}
    </SpaceBetween>
  );
}
