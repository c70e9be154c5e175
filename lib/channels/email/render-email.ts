import { escapedHtml } from '../../platform/html-page.ts';
import { within } from '../notice-text/escaped-within.ts';
import { type Fact, headingOf, type Link, type NoticeText, proseOf, TONES } from '../notice-text/notice-text.ts';

/** UTF-16 units of the subject after the name of the product. */
const MAX_SUBJECT = 400;

export interface Email {
  /** One line. */
  readonly subject: string;
  readonly text: string;
  /** The attempt puts the page around it (`mailPage`). */
  readonly html: string;
}

/** The e-mail of a notice, in plain text and in HTML. SES encodes the headers. */
export function renderEmail(notice: NoticeText): Email {
  return {
    subject: `[Chainwatch] ${headingOf(notice, MAX_SUBJECT, within)}`,
    text: textOf(notice),
    html: htmlOf(notice),
  };
}

function textOf({ title, facts, details, links, ...prose }: NoticeText): string {
  const lineOf = (fact: Fact): string =>
    `${fact.heading === undefined ? '' : `\n${fact.heading}:\n`}${fact.name}: ${withMeaning(fact)}`;
  const parts = [
    [title],
    proseOf(prose),
    links.map(({ label, url }) => `${label}:\n${url}`),
    facts.map(lineOf),
    details.map(lineOf),
  ];
  const shown = parts.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `${shown.join('\n\n')}\n`;
}

/**
 * What the page of the mail shows. Tables, because some mail programs know no other layout, and no picture, because a
 * picture of a server would tell who reads the mail.
 */
const htmlOf = ({ tone, title, facts, details, links, ...prose }: NoticeText): string =>
  [
    `<table role="presentation" class="card" style="border-top:4px solid #${TONES[tone].colour}">`,
    '<tr><td class="inside">',
    `<h1>${escapedHtml(title)}</h1>`,
    ...proseOf(prose).map((line) => `<p>${escapedHtml(line)}</p>`),
    ...(links.length === 0 ? [] : [`<p class="links">${links.map(linkOf).join(' ')}</p>`]),
    '<table class="facts">',
    ...facts.map(row),
    '</table>',
    '<table class="details">',
    ...details.map(row),
    '</table>',
    '</td></tr></table>',
  ].join('\n');

const linkOf = ({ url, label }: Link): string => `<a href="${escapedHtml(url)}">${escapedHtml(label)}</a>`;

/** `bdi` isolates the value: its text direction does not change the text around it. */
const row = (fact: Fact): string =>
  `${headingRow(fact)}<tr><th>${escapedHtml(fact.name)}</th><td><bdi>${escapedHtml(withMeaning(fact))}</bdi></td></tr>`;

const headingRow = ({ heading }: Fact): string =>
  heading === undefined ? '' : `<tr><th colspan="2" class="heading">${escapedHtml(heading)}</th></tr>\n`;

/** `Large transfer — fires when a wallet pays at least 50,000 USD to anybody` */
const withMeaning = ({ value, meaning }: Fact): string => (meaning === undefined ? value : `${value} — ${meaning}`);
