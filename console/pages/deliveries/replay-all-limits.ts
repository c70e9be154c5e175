/** The statuses of which a bulk replay takes all deliveries. */
export const REPLAYABLE = [
  { id: 'failed', text: 'Failed' },
  { id: 'not_sent', text: 'Not sent' },
  { id: 'delivered', text: 'Delivered' },
] as const;

type Params = Readonly<Record<string, string>>;

/**
 * Why no bulk replay can begin from the filters of the list; undefined when it can. A bulk replay takes finished
 * deliveries by status, webhook or destination, and time. With any other filter it would send deliveries that the list
 * does not show.
 */
export function replayAllRefusal({ eventId, replayId, destinationId, status }: Params): string | undefined {
  const others = { alert: eventId !== undefined, replay: replayId !== undefined };
  const [found] = Object.entries({ ...others, 'settings and rules': destinationId === 'none' }).filter(([, is]) => is);
  if (found !== undefined) {
    return `A bulk replay cannot filter by ${found[0]}. Clear this filter, or select deliveries.`;
  }
  if (status === undefined || REPLAYABLE.some(({ id }) => id === status)) return undefined;
  return 'Only failed, unsent and delivered deliveries can be replayed. Choose one of these, or clear the filter.';
}
