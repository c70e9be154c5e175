import * as z from 'zod';
import { Uuid } from '../../values/ids.ts';

/** The subscription that a delivery is for. Each attempt reads its present URL and secrets. */
export const WebhookAddress = z.object({ kind: z.literal('webhook'), webhookId: Uuid });
export type WebhookAddress = z.output<typeof WebhookAddress>;
