/**
 * What a list without alerts says.
 * @param filters the names of all filters of the list.
 */
export function emptyText(params: Readonly<Record<string, string>>, filters: readonly string[]): string {
  const set = filters.filter((name) => params[name] !== undefined);
  if (set.length === 0) return 'No alerts yet. Create a rule; an alert shows here when the rule matches a transaction.';
  const isView = set.every((name) => name === 'status' || name === 'severity') && params.cursor === undefined;
  if (isView && params.status === 'open') {
    if (params.severity === undefined) return 'Nothing is open.';
    if (params.severity === 'critical') return 'Nothing critical is open.';
  }
  return 'No alert matches. Clear a filter.';
}
