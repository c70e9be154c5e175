import { replayOutcome, replayOutcomeText } from '../../../sdk/index.ts';
import { PageLink } from '../../design/page-link.tsx';
import { useRead } from '../../live/read.ts';
import { pauseAfter } from '../../live/retry.ts';
import { useClient } from '../../session/session-context.ts';

/** The counts of a larger replay would read too much. */
const MOST_COUNTED = 10_000;
const PAUSE_MS = 15_000;

interface ReplayOutcomeProps {
  /** Of a bulk replay, or of the answer that accepted the deliveries. */
  readonly id: string;
  /** How many deliveries the replay sent again so far. */
  readonly sent: number;
  /** The replay goes on to send. Default: false. */
  readonly isRunning?: boolean;
}

/** What became of the deliveries of a replay: `5 sent again: 3 arrived, 1 failed, 1 still trying`. */
export function ReplayOutcome({ id, sent, isRunning = false }: ReplayOutcomeProps) {
  const client = useClient();
  const isCounted = sent > 0 && sent <= MOST_COUNTED;
  const { data: outcome } = useRead({
    queryKey: ['deliveries', 'outcome', id, sent],
    queryFn: ({ signal }) => replayOutcome(client, { id, sent }, signal),
    refetchInterval: ({ state }) => (isRunning || (state.data?.trying ?? 1) > 0) && pauseAfter(state.error, PAUSE_MS),
    enabled: isCounted,
    placeholderData: (before) => before,
  });
  if (sent === 0) return null;
  const text = outcome ? replayOutcomeText(outcome) : `${sent.toLocaleString()} sent again`;
  return (
    <div aria-live="polite">
      {text}. <PageLink to={`/deliveries?replayId=${id}`}>Show these deliveries</PageLink>
    </div>
  );
}
