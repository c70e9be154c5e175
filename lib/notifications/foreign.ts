import { printable } from '../values/text.ts';

/** Code points looked at: what hides behind thousands of invisible ones may be cut. */
const MAX_SCANNED = 1_000;

/**
 * What takes no room and tells one text from another that looks the same. The joiners and the selectors of emoji and of
 * Indic and Arabic scripts stay.
 */
const INVISIBLE = /(?!\p{Join_Control}|[\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/gu;

/**
 * A dot before what may be a top-level domain (two letters or more, so not `USDC.e`) or between numbers of an IP address,
 * which are more than two, so not `1.5`.
 */
const DOT =
  /[.\u3002\uff0e\uff61](?=[\p{L}\p{M}\p{Join_Control}]{2}|\d+[.\u3002\uff0e\uff61]\d)|(?<=\d[.\u3002\uff0e\uff61]\d+)[.\u3002\uff0e\uff61](?=\d)/gu;
const SCHEME = /:(?=\/\/)|(?<=mailto|tel|sms|callto):(?=\S)/giu;

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Text of a tenant or of a chain, fit for one line of a message to a person: visible, of at most `max` code points (and the
 * brackets below), and `(blank)` when nothing is left.
 *
 * Mail clients and Slack make links of what looks like one in plain text too, and the symbol of a token that anybody can
 * send is a favourite place for `visit-evil.com`. So its dots and colons are put in brackets, `visit-evil[.]com`, as those
 * who report such sites write them: still legible, the same in every channel, and no link anywhere. Invisible characters
 * would do it as well, but stay in what is copied.
 */
export function foreign(text: string, max: number): string {
  const line = printable(text.slice(0, MAX_SCANNED).replace(INVISIBLE, ''), max).trim();
  const unlinked = line.replace(DOT, (dot) => `[${dot}]`).replace(SCHEME, '[:]');
  // Isolated, so that it cannot reorder the figures beside it.
  return RIGHT_TO_LEFT.test(unlinked) ? `\u2068${unlinked}\u2069` : unlinked || '(blank)';
}

const MAX_SYMBOL = 32;
/** What tickers look like. */
const TICKER = /^[A-Za-z0-9][A-Za-z0-9+-]{0,11}(\.e)?$/;

/** The symbol of a token: in quotes when it is no plain ticker, so that it cannot pass for a part of the sentence. */
export function symbol(text: string): string {
  const shown = foreign(text, MAX_SYMBOL);
  return TICKER.test(shown) ? shown : `“${shown.replace(/["“”„‟«»＂]/g, "'")}”`;
}
