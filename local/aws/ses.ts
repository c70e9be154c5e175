import * as z from 'zod';

/** The text of a header. SES refuses line breaks, which would start another header. */
const HeaderText = z.string().regex(/^[^\r\n]*$/, 'must be one line');
const Header = z.object({
  Name: z
    .string()
    .max(126)
    .regex(/^[!-9;-~]+$/),
  Value: HeaderText.max(870).regex(/^[ -~]*$/, 'must be printable ASCII'),
});
/** The name or the value of a tag. */
const Tag = z.string().regex(/^[\w-]{1,255}$/);
const Part = z.object({ Data: z.string() }).optional();

/** The request of SES v2 SendEmail, limited to simple messages. */
export const SendEmail = z.object({
  FromEmailAddress: HeaderText,
  ConfigurationSetName: z.string().optional(),
  Destination: z.object({ ToAddresses: z.array(HeaderText).min(1).max(50) }),
  Content: z.object({
    Simple: z.object({
      Subject: z.object({ Data: HeaderText }),
      Body: z.object({ Text: Part, Html: Part }),
      Headers: z.array(Header).max(15).default([]),
    }),
  }),
  EmailTags: z.array(z.object({ Name: Tag, Value: Tag })).default([]),
});
export type SendEmail = z.output<typeof SendEmail>;

/** The request of SES v2 PutSuppressedDestination. */
export const PutSuppressedDestination = z.object({
  EmailAddress: z.string(),
  Reason: z.enum(['BOUNCE', 'COMPLAINT']),
});

export interface Mail {
  readonly id: string;
  readonly at: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** Empty when the mail has no HTML. */
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The mailbox drops older mails. */
const MAX_MAILS = 500;

/** The mails that SES would have sent, newest first. */
export class Mailbox {
  #mails: readonly Mail[] = [];

  get mails(): readonly Mail[] {
    return this.#mails;
  }

  add({ FromEmailAddress, Destination, Content }: SendEmail, id: string, at: Date): void {
    const { Subject, Body, Headers } = Content.Simple;
    const mail = {
      id,
      at: at.toISOString(),
      from: FromEmailAddress,
      to: Destination.ToAddresses,
      subject: Subject.Data,
      text: Body.Text?.Data ?? Body.Html?.Data ?? '',
      html: Body.Html?.Data ?? '',
      headers: Object.fromEntries(Headers.map(({ Name, Value }) => [Name, Value])),
    };
    this.#mails = [mail, ...this.#mails].slice(0, MAX_MAILS);
  }

  page(): string {
    const count = this.#mails.length;
    return [
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mails</title>',
      '<meta name="viewport" content="width=device-width"><style>',
      'body{font-family:sans-serif;max-width:60em;margin:1em auto}',
      '.mail{border-top:1px solid}summary{padding:.5em 0;cursor:pointer}time{color:gray}pre{white-space:pre-wrap}',
      'iframe{width:100%;height:40em;border:1px solid}</style>',
      `</head><body><h1>${count} ${count === 1 ? 'mail' : 'mails'}</h1>`,
      '<p>This stack sends no mail. These are the mails that it would have sent, the newest first.</p>',
      ...this.#mails.map(article),
      '</body></html>',
    ].join('\n');
  }
}

/** The headers of the page, which forbid scripts and external resources, also in the frames of the mails. */
export const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
  'X-Content-Type-Options': 'nosniff',
} as const;

/**
 * A mail, folded up unless it is the newest. Shows its HTML in a sandboxed frame: no scripts, no forms, no origin. Its
 * links open outside of the frame, so that people can confirm an address.
 */
const article = ({ at, from, to, subject, text, html, headers }: Mail, n: number): string =>
  [
    `<details class="mail"${n === 0 ? ' open' : ''}><summary><b>${escaped(subject)}</b><br>`,
    `${escaped(to.join(', '))} <time>${at.slice(0, 19).replace('T', ' ')} UTC</time></summary>`,
    `<p>From ${escaped(from)}</p>`,
    ...(html === ''
      ? []
      : [`<iframe ${FRAME} srcdoc="${escaped(html.replace('<head>', '<head><base target="_blank">'))}"></iframe>`]),
    `<details${html === '' ? ' open' : ''}><summary>Text</summary><pre>${escaped(text)}</pre></details>`,
    `<details><summary>Headers</summary><pre>${escaped(JSON.stringify(headers, null, 2))}</pre></details></details>`,
  ].join('\n');

const FRAME = 'title="The mail" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox"';

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
