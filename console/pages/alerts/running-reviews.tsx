import ProgressBar from '@cloudscape-design/components/progress-bar';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type components, dataOf } from '../../../sdk/index.ts';
import { ActionButton } from '../../design/action-button.tsx';
import { counted } from '../../design/counted.ts';
import { foreignText } from '../../design/foreign-text.ts';
import { useNotify } from '../../design/notices.tsx';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { useAction } from '../../live/action.ts';
import { useLiveItem } from '../../live/live-item.ts';
import { useClient } from '../../session/session-context.ts';
import { DONE } from './use-review.ts';

type Job = components['schemas']['Review'];

/** Somebody else may start a review, too. */
const LIST_PAUSE_MS = 30_000;
const PROGRESS_PAUSE_MS = 1_000;
/** The API runs three reviews of an organisation at a time. */
const MOST_RUNNING = 3;
const MOST_OF_NAME = 40;

/**
 * The reviews of all that match which run now, with their progress.
 * @param started the ids of those that the user has started on this page.
 */
export function RunningReviews({ started }: { readonly started: readonly string[] }) {
  const client = useClient();
  const [ended, setEnded] = useState<readonly string[]>([]);
  const query = { status: 'running', pageSize: MOST_RUNNING } as const;
  const running = useLiveItem({
    key: ['reviews'],
    load: (signal) => client.GET('/api/alerts/reviews', { params: { query }, signal }),
    pauseMs: LIST_PAUSE_MS,
  });
  // A review that has just ended is no longer listed, and its notice must still come.
  const [seen, setSeen] = useState<readonly string[]>([]);
  const { item } = running;
  useEffect(() => {
    setSeen((now) => [...new Set([...now, ...(item?.data.map(({ id }) => id) ?? [])])]);
  }, [item]);
  return [...new Set([...started, ...seen]).difference(new Set(ended))].map((id) => (
    <RunningReview key={id} id={id} onEnd={() => setEnded((now) => [...now, id])} />
  ));
}

/** One review: how far it is, and a button that stops it. What it did is a notice. */
function RunningReview({ id, onEnd }: { readonly id: string; readonly onEnd: () => void }) {
  const client = useClient();
  const queries = useQueryClient();
  const notify = useNotify();
  const path = { id };
  const { item: job, error } = useLiveItem({
    key: ['reviews', id],
    load: (signal) => client.GET('/api/alerts/reviews/{id}', { params: { path }, signal }),
    pauseMs: PROGRESS_PAUSE_MS,
  });
  const stop = useAction({
    run: async () => dataOf(await client.POST('/api/alerts/reviews/{id}/cancel', { params: { path } })),
    changes: ['reviews'],
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the notice comes once, when the review ends
  useEffect(() => {
    if (job === undefined || job.status === 'running') return;
    void queries.invalidateQueries({ queryKey: ['events'] });
    const isWhole = job.status === 'completed' && job.failed === 0;
    notify(isWhole ? 'success' : 'warning', endText(job), `review ${id}`);
    onEnd();
  }, [job?.status]);
  if (job === undefined) return <ProblemAlert error={error} />;
  return (
    <div className="running-review">
      <Progress job={job} />
      <ActionButton needs="review" loading={stop.isRunning} onClick={() => stop.start()}>
        Stop
      </ActionButton>
      <ProblemAlert error={stop.error} />
    </div>
  );
}

function Progress({ job: { action, reviewer, reviewed, skipped, failed, total } }: { readonly job: Job }) {
  if (total === null) return <StatusIndicator type="in-progress">Counting the alerts to {action}</StatusIndicator>;
  const done = reviewed + skipped + failed;
  const name = foreignText(reviewer.name, MOST_OF_NAME);
  return (
    <ProgressBar
      label={`${name} ${action === 'resolve' ? 'resolves' : 'acknowledges'} ${counted(total, 'alert')}`}
      // The other alerts of the payments count, too.
      value={total === 0 ? 100 : Math.min(100, Math.floor((100 * done) / total))}
      additionalInfo={`${reviewed.toLocaleString()} ${DONE[action]}`}
    />
  );
}

/** What a review did, such as "1,249 alerts resolved, 1 skipped." */
function endText({ action, status, reviewed, skipped, failed, failure }: Job): string {
  const left = skipped === 0 ? '' : `, ${skipped.toLocaleString()} skipped`;
  const text = `${counted(reviewed, 'alert')} ${DONE[action]}${left}.`;
  if (status === 'cancelled') return `Stopped: ${text} The others stay as they are.`;
  if (status === 'failed') return `${text} The review failed: ${foreignText(failure ?? '', 300)}`;
  return failed === 0
    ? text
    : `${text} ${counted(failed, 'alert')} could not be changed at that moment: select them again.`;
}
