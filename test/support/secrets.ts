import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { CHANNELS } from '../../sdk/index.ts';

/** A secret URL that is not masked. */
const SecretUrl = z
  .string()
  .regex(/^https?:\/\/[^/]+(\/[\w-]+){4}$/)
  .optional()
  .catch(undefined);

/** The fields of requests and answers that contain a secret. */
const Secrets = z.object({
  key: z.string().startsWith('cw_').optional().catch(undefined),
  secret: z.string().optional().catch(undefined),
  customWebhookSecret: z.string().optional().catch(undefined),
  ...Object.fromEntries(
    CHANNELS.flatMap(({ secretUrl }) => (secretUrl === null ? [] : [[secretUrl.field, SecretUrl]])),
  ),
});
/** A shorter text, or a text of few letters, would give false positives. */
const LEAST_CHARACTERS = 12;
const LEAST_DIFFERENT = 8;
const START = LEAST_CHARACTERS;

/** The secrets in a parsed body. */
export function secretsIn(body: unknown): string[] {
  const found = Object.values(Secrets.safeParse(body).data ?? {}).filter((each) => each !== undefined);
  return found.filter((each) => each.length >= LEAST_CHARACTERS && new Set(each).size >= LEAST_DIFFERENT);
}

/**
 * The encodings of a secret in a text: unchanged, in JSON, in a URL, in hex, and in base64 with each of the three
 * possible offsets.
 */
function spellingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const inBase64 = [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replaceAll('=', '');
    // The first and the last characters also depend on the neighbouring bytes.
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

/** A cache of spellings: every answer of the API is searched for all known secrets. */
const spelled = new Map<string, readonly string[]>();

/** The secrets that a text contains, in any spelling. Searches in one pass: logs are long, and secrets are many. */
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
/** The secrets that this process knows. */
export const knownSecrets: ReadonlySet<string> = known;

/** Remembers secrets. At the end of the run the log of the stack is searched for the secrets of all processes. */
export function noteSecrets(secrets: readonly string[], file = process.env.STACK_SECRETS): void {
  const more = secrets.filter((secret) => !known.has(secret));
  for (const secret of more) known.add(secret);
  if (file && more.length > 0) appendFileSync(file, more.map((secret) => `${JSON.stringify(secret)}\n`).join(''));
}

/** The secrets that all processes of the run have noted. */
export function notedIn(file: string): Set<string> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  return new Set(lines.map((line) => z.string().parse(JSON.parse(line))));
}
