/** The kinds of channels that post to a vendor, and the first source of live prices. */
export const VENDORS = ['slack', 'teams', 'discord', 'telegram', 'pagerduty', 'defillama'];

/** The URLs that stand in for the hosts of vendors. If a kind repeats, the last pair counts. */
export function vendorsOf(pairs: readonly string[], refusal: (problem: string) => Error): Record<string, string> {
  const vendors: Record<string, string> = {};
  for (const pair of pairs) {
    const [, kind = '', url = ''] = /^([a-z]+)=(https?:\/\/.+)$/.exec(pair) ?? [];
    if (!VENDORS.includes(kind) || !URL.canParse(url)) {
      throw refusal(`--vendor takes KIND=URL, as in telegram=http://127.0.0.1:9000; not ${pair}`);
    }
    vendors[kind] = url;
  }
  return vendors;
}
