type Params = Readonly<Record<string, string>>;

/**
 * Why no bulk replay can begin from the filters of the list; undefined when it can. A bulk replay takes finished
 * deliveries by status, webhook or destination, and time. With any other filter it would send deliveries that the list
 * does not show.
 */
export function replayAllRefusal({ eventId, status }: Params): string | undefined {
  if (eventId !== undefined)
    return 'A bulk replay cannot filter by alert. Clear the filter “Alert”, or select deliveries.';
  if (status === undefined || status === 'failed' || status === 'delivered') return undefined;
  return 'Only failed and delivered deliveries can be replayed. Choose one of these statuses, or clear the filter.';
}
