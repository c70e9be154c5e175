import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';

/** Fields of requests and answers that hold a secret. */
const Secrets = z.object({
  key: z.string().startsWith('cw_').optional().catch(undefined),
  secret: z.string().optional().catch(undefined),
  customWebhookSecret: z.string().optional().catch(undefined),
  slackWebhookUrl: z
    .string()
    .regex(/^https?:.*\/services(\/\w+){3}$/)
    .optional()
    .catch(undefined),
});
/** Shorter text, or text of few letters, would be found where it is not meant. */
const LEAST_CHARACTERS = 12;
const LEAST_DIFFERENT = 8;
const START = LEAST_CHARACTERS;

/** The secrets in a body, as text or parsed. */
export function secretsIn(body: unknown): string[] {
  const found = Object.values(Secrets.safeParse(body).data ?? {}).filter((each) => each !== undefined);
  return found.filter((each) => each.length >= LEAST_CHARACTERS && new Set(each).size >= LEAST_DIFFERENT);
}

/**
 * The ways in which a secret may be spelled in text: as it is, in JSON, in a URL, in hex, and in base64 at whichever of
 * three places it begins in what is encoded.
 */
function spellingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const inBase64 = [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replaceAll('=', '');
    // The first and the last characters depend on the neighbours too.
    return encoded.slice(Math.ceil((before * 4) / 3), -1);
  });
  const inJson = JSON.stringify(secret).slice(1, -1);
  const spellings = [
    secret,
    inJson,
    JSON.stringify(inJson).slice(1, -1),
    encodeURIComponent(secret),
    bytes.toString('hex'),
    ...inBase64,
    ...inBase64.map((each) => each.replaceAll('+', '-').replaceAll('/', '_')),
  ];
  return [...new Set(spellings)].filter(({ length }) => length >= START);
}

/** The spellings of those searched for before: every answer of the API is searched. */
const spelled = new Map<string, readonly string[]>();

/** Which of the secrets are told in a text, in any spelling. In one pass, as logs are long and secrets many. */
export function leakedIn(text: string, secrets: Iterable<string>): string[] {
  const byStart = new Map<string, { spelling: string; secret: string }[]>();
  for (const secret of secrets) {
    const spellings = spelled.get(secret) ?? spellingsOf(secret);
    spelled.set(secret, spellings);
    for (const spelling of spellings) {
      const start = spelling.slice(0, START);
      byStart.set(start, [...(byStart.get(start) ?? []), { spelling, secret }]);
    }
  }
  const leaked = new Set<string>();
  for (let at = 0; at <= text.length - START; at++) {
    for (const { spelling, secret } of byStart.get(text.slice(at, at + START)) ?? []) {
      if (text.startsWith(spelling, at)) leaked.add(secret);
    }
  }
  return [...leaked];
}

const known = new Set<string>();
/** The secrets that this process has seen. */
export const knownSecrets: ReadonlySet<string> = known;

/** Remembers secrets, also for the end of the run, when the log of the stack is searched for those of all processes. */
export function noteSecrets(secrets: readonly string[], file = process.env.STACK_SECRETS): void {
  const more = secrets.filter((secret) => !known.has(secret));
  for (const secret of more) known.add(secret);
  if (file && more.length > 0) appendFileSync(file, more.map((secret) => `${JSON.stringify(secret)}\n`).join(''));
}

/** The secrets that all processes of a run have noted. */
export function notedIn(file: string): Set<string> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  return new Set(lines.map((line) => z.string().parse(JSON.parse(line))));
}
