import Alert from '@cloudscape-design/components/alert';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { channelText } from '../../design/delivery-words.ts';
import { Foreign } from '../../design/foreign.tsx';
import { PageLink } from '../../design/page-link.tsx';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { hearing, type Trouble } from './audience-troubles.ts';
import type { useAudience } from './use-audience.ts';

interface RuleAudienceProps {
  readonly audience: ReturnType<typeof useAudience>;
  /** The receivers of the organisation where nothing arrives. */
  readonly troubles: readonly Trouble[];
}

/** Who would get an alert of the rule, before the rule is saved. A switch that sends nowhere does not count. */
export function RuleAudience({ audience: { members, silent, error, retry }, troubles: all }: RuleAudienceProps) {
  const troubleOf = (member: Pick<Trouble, 'kind' | 'id'>) =>
    all.find(({ kind, id }) => kind === member.kind && id === member.id);
  const troubles = (members ?? []).flatMap((member) => troubleOf(member) ?? []);
  return (
    <SpaceBetween size="xs">
      <Header variant="h3" counter={troubles.length === 0 ? '' : `(${hearing(members?.length ?? 0, troubles)})`}>
        Who would hear
      </Header>
      <ProblemAlert error={error} retry={retry} />
      {members?.length === 0 ? (
        <Alert type="warning" header="Nobody would hear of this rule">
          Turn on a switch whose address is in the <PageLink to="/settings">settings</PageLink>. Or add a{' '}
          <PageLink to="/destinations">destination</PageLink> or a <PageLink to="/webhooks">webhook</PageLink> for it.
        </Alert>
      ) : null}
      {(members?.length ?? 0) + silent.length === 0 ? null : (
        <ul className="tags">
          {members?.map(({ kind, id, name }) => {
            const trouble = troubleOf({ kind, id });
            return (
              <li key={`${kind} ${id}`}>
                <Foreign text={name} /> ({id === null && kind !== 'custom' ? 'settings' : channelText(kind)}){' '}
                {trouble && <StatusIndicator type="warning">{trouble.text}</StatusIndicator>}
              </li>
            );
          })}
          {silent.map(({ kind, name, text }) => (
            <li key={kind}>
              {name} (settings) <StatusIndicator type="warning">{text}</StatusIndicator>
            </li>
          ))}
        </ul>
      )}
    </SpaceBetween>
  );
}
