import * as z from 'zod';
import type { Rate } from '../../platform/rate-limit/token-bucket.ts';
import type { DestinationPort } from '../port/destination-port.ts';
import { maskedUrl } from '../port/secret-url.ts';
import { postedDestination } from './posted-destination.ts';

/** Destinations with a secret URL that takes the rendered body as it is: the webhook of a chat. */
export const secretUrlDestination = (kind: string, example: string, rate: Rate): DestinationPort =>
  postedDestination({
    kind,
    rate,
    config: { url: z.string().min(1).max(2048) },
    examples: { url: example },
    secret: 'url',
    url: 'url',
    shownUrl: ({ url = '' }) => maskedUrl(url),
    request: ({ url = '' }, body) => ({ url, body }),
  });
