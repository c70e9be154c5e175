import * as z from 'zod';
import { postedDestination } from '../http/posted-destination.ts';
import { textOfNotice } from '../notice-text/text-of-notice.ts';
import { destinationChannel } from '../port/with-destinations.ts';
import { renderTelegram } from './render-telegram.ts';

/**
 * Telegram takes a message a second in each chat (https://core.telegram.org/bots/faq). A group takes fewer, and says
 * when it takes the next.
 */
const RATE = { rate: 1, burst: 1 } as const;

const HOST = 'https://api.telegram.org';

const Rendered = z.looseObject({});

/** Telegram states in the body of a refusal how many seconds to wait. */
const Refusal = z.object({ parameters: z.object({ retry_after: z.int().min(0) }) });

/** Chats in which a bot of the organisation writes. */
export const telegramChannel = destinationChannel(
  {
    kind: 'telegram',
    label: 'Telegram',
    isForPeople: true,
    secrets: /(\bbot)\d+:[\w-]{8,}/g,
    render: (notice, places) => JSON.stringify(renderTelegram(textOfNotice(notice, places))),
  },
  postedDestination({
    kind: 'telegram',
    rate: RATE,
    config: {
      // No other character: the token is a part of the path.
      botToken: z
        .string()
        .max(256)
        .regex(/^[\w:-]{8,}$/, 'must be the token of a bot'),
      chatId: z.string().regex(/^(-?\d{1,20}|@\w{1,64})$/, 'must be the id of a chat, or @ and its name'),
    },
    examples: { botToken: '1234567:AAE…', chatId: '-1001234567890' },
    secret: 'botToken',
    shownUrl: () => HOST,
    request: ({ botToken = '', chatId }, body) => ({
      url: `${HOST}/bot${botToken}/sendMessage`,
      body: JSON.stringify({ chat_id: chatId, ...Rendered.parse(JSON.parse(body)) }),
    }),
    retryAfterIn,
  }),
);

function retryAfterIn(excerpt: string): string | null {
  try {
    const refusal = Refusal.safeParse(JSON.parse(excerpt));
    return refusal.success ? String(refusal.data.parameters.retry_after) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
