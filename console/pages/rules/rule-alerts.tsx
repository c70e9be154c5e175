import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { Foreign } from '../../design/foreign.tsx';
import { Age } from '../../design/instant.tsx';
import { PageLink } from '../../design/page-link.tsx';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { useLiveItem } from '../../live/live-item.ts';
import { useClient } from '../../session/session-context.ts';

const MOST = 5;
const PAUSE_MS = 15_000;

/** The last alerts of a rule, each with a link, and the way to all of them. */
export function RuleAlerts({ ruleId }: { readonly ruleId: string }) {
  const client = useClient();
  const { item, error, retry } = useLiveItem({
    key: ['events', 'of rule', ruleId],
    load: (signal) => client.GET('/api/alerts/events', { params: { query: { ruleId, pageSize: MOST } }, signal }),
    pauseMs: PAUSE_MS,
  });
  return (
    <SpaceBetween size="xs">
      <Header variant="h3">Last alerts</Header>
      <ProblemAlert error={error} retry={retry} />
      {item?.data.length === 0 ? <Box>The rule has made no alert yet.</Box> : null}
      <ul className="plain">
        {item?.data.map(({ id, summary, firedAt }) => (
          <li key={id}>
            <PageLink to={`/alerts?view=all&open=${id}`}>
              <Foreign text={summary} most={200} />
            </PageLink>
            , <Age at={firedAt} />
          </li>
        ))}
      </ul>
      {item === undefined || item.data.length < item.meta.total ? (
        <PageLink to={`/alerts?view=all&ruleId=${ruleId}`}>All alerts of the rule</PageLink>
      ) : null}
    </SpaceBetween>
  );
}
