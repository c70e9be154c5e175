import { printable } from './text.ts';

/** Code points that are read. Text behind thousands of invisible code points may be cut. */
const MAX_SCANNED = 1_000;

/**
 * Code points without width, by which two texts that look the same can differ. The joiners of Indic and Arabic
 * scripts and the selectors of emoji stay.
 */
const INVISIBLE = /(?!\p{Join_Control}|[\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/gu;

/**
 * A dot before what may be a top-level domain (two letters or more, so not in `USDC.e`), or between the numbers of an
 * IP address (more than two numbers, so not in `1.5`).
 */
const DOT = new RegExp(
  [
    /[.\u3002\uff0e\uff61](?=[\p{L}\p{M}\p{Join_Control}]{2}|\d+[.\u3002\uff0e\uff61]\d)/u,
    /(?<=\d[.\u3002\uff0e\uff61]\d+)[.\u3002\uff0e\uff61](?=\d)/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
);
const SCHEME = /:(?=\/\/)|(?<=mailto|tel|sms|callto):(?=\S)/giu;

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Makes text of a tenant or of a chain safe for one line of a notice. The result is visible and has at
 * most `max` code points besides the brackets. The result is `(blank)` when no visible character is left.
 *
 * Mail programs and Slack make links of text that looks like a link, in plain text too. Anybody can send a token whose
 * symbol is `visit-evil.com`. The function therefore puts dots and colons in brackets, `visit-evil[.]com`, as reports
 * of such sites write them: legible, the same in every channel, and a link nowhere. Invisible characters would prevent
 * the link as well, but such characters stay in copied text.
 */
export function sanitise(text: string, max: number): string {
  const line = printable(text.slice(0, MAX_SCANNED).replace(INVISIBLE, ''), max).trim();
  const unlinked = line.replace(DOT, (dot) => `[${dot}]`).replace(SCHEME, '[:]');
  // Isolated: text from right to left cannot reorder the figures beside it.
  return RIGHT_TO_LEFT.test(unlinked) ? `\u2068${unlinked}\u2069` : unlinked || '(blank)';
}

const MAX_SYMBOL = 32;
/** The form of usual tickers. */
const TICKER = /^[A-Za-z0-9][A-Za-z0-9+-]{0,11}(\.e)?$/;

/** The symbol of a token. An unusual symbol stands in quotes, so that it does not read as a part of the sentence. */
export function symbol(text: string): string {
  const shown = sanitise(text, MAX_SYMBOL);
  return TICKER.test(shown) ? shown : `“${shown.replace(/["“”„‟«»＂]/g, "'")}”`;
}

/**
 * `0x5290…9EE7`. Enough to recognise an address. The facts show the whole address, which a person needs to trust the
 * address.
 */
export function addressInShort(address: string): string {
  const characters = [...address];
  if (characters.length <= 14) return sanitise(address, 14);
  return sanitise(`${characters.slice(0, 6).join('')}…${characters.slice(-4).join('')}`, 14);
}
