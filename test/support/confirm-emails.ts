import * as z from 'zod';
import { eventually } from './eventually.ts';
import { stackUrl } from './stack-url.ts';

const Mails = z.array(
  z.object({
    to: z.array(z.string()),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    headers: z.record(z.string(), z.string()),
  }),
);
export type Mail = z.output<typeof Mails>[number];

/** The mails that an address of a running stack got, the newest first. */
export async function mailsTo(address: string, awsUrl = stackUrl('STACK_AWS_URL')): Promise<Mail[]> {
  const mails = Mails.parse(await (await fetch(`${awsUrl}/_local/mail`)).json());
  return mails.filter(({ to }) => to.includes(address));
}

/** The link of the newest confirmation mail of an address. */
export async function confirmationLink(address: string, awsUrl?: string): Promise<string> {
  const links = await eventually(
    async () => (await mailsTo(address, awsUrl)).flatMap(({ text }) => /http\S+token=confirm\S+/.exec(text)?.[0] ?? []),
    ({ length }) => length > 0,
  );
  return links[0] ?? '';
}

/** Confirms addresses as their recipients do: by the link in the mail that each of them got. */
export async function confirmEmails(addresses: readonly string[], awsUrl?: string): Promise<void> {
  for (const address of addresses) {
    const { status } = await fetch(await confirmationLink(address, awsUrl), { method: 'POST' });
    if (status !== 200) throw new Error(`the link for ${address} answered ${status}`);
  }
}
