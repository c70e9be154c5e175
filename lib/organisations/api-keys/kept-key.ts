import * as z from 'zod';
import type { Sealer } from '../../platform/sealer.ts';
import { Instant } from '../../values/fields.ts';
import { plusSeconds } from '../../values/time.ts';

/*
 * The cookie in which a browser keeps an API key, so that the link of a message opens without another sign-in (ADR 61).
 * Only the endpoints under /api/session get the cookie. The authorizer and all other endpoints know nothing of it.
 */

/** How long a browser keeps a key after the sign-in. No use of the cookie extends the time. */
const KEPT_SECONDS = 12 * 3600;

export const COOKIE_NAME = 'chainwatch-key';
/** Browsers send a `Strict` cookie with the requests of our own pages, also when a foreign page led to our page. */
const ATTRIBUTES = 'HttpOnly; Secure; SameSite=Strict; Path=/api/session';

/** Takes the cookie away from the browser. */
export const FORGETTING_COOKIE = `${COOKIE_NAME}=; ${ATTRIBUTES}; Max-Age=0`;

/** No record has these ids, so no other sealed text of the stage opens as a cookie. */
const SEALED_FOR = { organisationId: 'any', recordId: 'kept key' };

const KeptKey = z.object({ key: z.string(), expiresAt: Instant });

/** Seals a key into a cookie. The key is inside the sealed text together with the time at which the cookie ends. */
export function keepingCookie(sealer: Sealer, key: string, now: Date): { cookie: string; expiresAt: string } {
  const expiresAt = plusSeconds(now, KEPT_SECONDS).toISOString();
  const sealed = sealer.seal(JSON.stringify({ key, expiresAt } satisfies z.input<typeof KeptKey>), SEALED_FOR);
  return { cookie: `${COOKIE_NAME}=${sealed}; ${ATTRIBUTES}; Max-Age=${KEPT_SECONDS}`, expiresAt };
}

/** A sealed key has some 190 characters. */
const COOKIE = new RegExp(`(?:^|; ?)${COOKIE_NAME}=([\\w.-]{1,500})(?:;|$)`);

/**
 * The key in a `Cookie` header. Null unless this stage sealed the cookie in the last 12 hours. Does not ask whether the
 * key still works.
 */
export function keptKey(sealer: Sealer, header: string | undefined, now: Date): string | null {
  const [, sealed] = COOKIE.exec(header ?? '') ?? [];
  if (sealed === undefined) return null;
  const kept = KeptKey.safeParse(opened(sealer, sealed));
  return kept.success && kept.data.expiresAt > now.toISOString() ? kept.data.key : null;
}

function opened(sealer: Sealer, sealed: string): unknown {
  try {
    return JSON.parse(sealer.open(sealed, SEALED_FOR));
  } catch {
    // `open` throws for every text that this stage did not seal as a cookie.
    return undefined;
  }
}
