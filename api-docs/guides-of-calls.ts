import { OPERATIONS, referenceTo } from './reference-links.ts';
import type { Section } from './sections.ts';

/** Where the guides explain each part of the reference, by its tag: the page and the anchor of a part. */
const PLACES_OF_TAG: Readonly<Record<string, readonly string[]>> = {
  Transactions: ['api.html#filters-of-transactions', 'api.html#references-of-payments'],
  Exports: ['api.html#exports'],
  'Alert rules': ['rules-by-example.html', 'api.html#rules'],
  'Alert events': ['triage-alerts.html', 'first-alert.html#6-review-the-alert'],
  Webhooks: ['webhooks.html', 'receivers-that-survive.html'],
  Deliveries: ['webhooks.html#retries', 'webhooks.html#replay'],
  Wallets: ['api.html#wallets', 'exchange.html#2-add-the-addresses'],
  Balances: ['api.html#balances'],
  'Address book': ['api.html#address-book', 'treasury-in-ten-minutes.html#3-name-the-addresses-that-you-pay'],
  'Address lists': ['api.html#address-lists', 'sanctioned-addresses.html'],
  Statistics: ['api.html#statistics'],
  'API keys': ['api.html', 'api.html#the-key-of-a-browser'],
  Audit: ['api.html#the-audit-log', 'prove-the-audit-log.html'],
  Settings: ['api.html#e-mail-addresses', 'who-gets-which-alerts.html'],
  Destinations: ['who-gets-which-alerts.html', 'api.html#destinations'],
  Chains: ['api.html#balances', 'api.html#reorganisations'],
  Service: ['api.html#limits'],
};

/** The list of all endpoints says no more than the reference. */
const LISTS_ALL = /#endpoints$/;
const MOST = 3;

/** What may be a call in the text of a guide. */
const CALL = /\b(?:GET|POST|PATCH|PUT|DELETE) \/[^\s,;)]+/g;

/**
 * The guides about each call in Markdown, by the call: first the parts that name the call, then those about its tag.
 * @param sections the parts of all guides.
 * @throws Error for a tag without a guide, and for a part that no guide has.
 */
export function guidesOfCalls(sections: readonly Section[]): Readonly<Record<string, string>> {
  const byPlace = new Map(sections.map((section) => [section.url, section]));
  const linkTo = (place: string): string => {
    const section = byPlace.get(place);
    if (section === undefined) throw new Error(`no guide has the part ${place}`);
    const { page, title } = section;
    return `[${title === page ? title : `${page}: ${title}`}](/docs/guides/${place})`;
  };
  const naming = Map.groupBy(
    sections.flatMap(({ url: place, text }) =>
      LISTS_ALL.test(place) ? [] : [...text.matchAll(CALL)].map(([call]) => ({ place, reference: referenceTo(call) })),
    ),
    ({ reference }) => reference,
  );
  return Object.fromEntries(
    OPERATIONS.map(({ call, tag, url }) => {
      const ofTag = PLACES_OF_TAG[tag];
      if (ofTag === undefined) throw new Error(`no guide is about ${tag}`);
      const named = (naming.get(url) ?? []).map(({ place }) => place);
      const places = [...new Set([...named, ...ofTag])].slice(0, MOST);
      return [call, `Guides: ${places.map(linkTo).join(' · ')}`];
    }),
  );
}
