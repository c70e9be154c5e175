import * as z from 'zod';

/** The request of SES v2 SendEmail, as far as a simple message goes. */
export const SendEmail = z.object({
  FromEmailAddress: z.string(),
  Destination: z.object({ ToAddresses: z.array(z.string()).min(1) }),
  Content: z.object({
    Simple: z.object({
      Subject: z.object({ Data: z.string() }),
      Body: z.object({
        Text: z.object({ Data: z.string() }).optional(),
        Html: z.object({ Data: z.string() }).optional(),
      }),
    }),
  }),
});

export interface Mail {
  readonly id: string;
  readonly at: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

/** Older ones are forgotten. */
const KEPT = 500;

/** The mails that would have been sent, newest first. */
export class Mailbox {
  #mails: readonly Mail[] = [];

  get mails(): readonly Mail[] {
    return this.#mails;
  }

  add({ FromEmailAddress, Destination, Content }: z.output<typeof SendEmail>, id: string, at: Date): void {
    const { Subject, Body } = Content.Simple;
    const mail = {
      id,
      at: at.toISOString(),
      from: FromEmailAddress,
      to: Destination.ToAddresses,
      subject: Subject.Data,
      text: Body.Text?.Data ?? Body.Html?.Data ?? '',
    };
    this.#mails = [mail, ...this.#mails].slice(0, KEPT);
  }

  page(): string {
    const mails = this.#mails.map(
      ({ at, from, to, subject, text }) =>
        `<article><h2>${escaped(subject)}</h2><p>${at}, ${escaped(from)} to ${escaped(to.join(', '))}</p><pre>${escaped(text)}</pre></article>`,
    );
    return `<!doctype html><meta charset="utf-8"><title>Mail</title><h1>${mails.length} mails</h1>${mails.join('\n')}`;
  }
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
