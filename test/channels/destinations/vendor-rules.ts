import * as z from 'zod';

/*
 * What vendors refuse, as they publish it: shapes, lengths, counts, and what must not be missing. A body that a vendor
 * takes parses.
 */

const https = z
  .string()
  .regex(/^https:\/\/[^\s<>"]+$/)
  .max(2_048);
const filled = (most: number) => z.string().min(1).max(most);

/** https://docs.slack.dev/reference/block-kit/blocks */
const PlainText = (most: number) =>
  z.strictObject({ type: z.literal('plain_text'), text: filled(most), emoji: z.boolean().optional() });
const Mrkdwn = (most: number) =>
  z.strictObject({ type: z.literal('mrkdwn'), text: filled(most), verbatim: z.boolean().optional() });
const slackText = (most: number) => z.union([PlainText(most), Mrkdwn(most)]);
const Slack = z.strictObject({
  text: filled(40_000),
  mrkdwn: z.boolean().optional(),
  unfurl_links: z.boolean().optional(),
  unfurl_media: z.boolean().optional(),
  blocks: z
    .array(
      z.union([
        z.strictObject({ type: z.literal('header'), text: PlainText(150) }),
        z.strictObject({ type: z.literal('section'), text: slackText(3_000) }),
        z.strictObject({ type: z.literal('section'), fields: z.array(slackText(2_000)).min(1).max(10) }),
        z.strictObject({ type: z.literal('context'), elements: z.array(slackText(3_000)).min(1).max(10) }),
      ]),
    )
    .max(50),
});

/** https://docs.discord.com/developers/resources/message#embed-object */
const Embed = z
  .strictObject({
    title: filled(256).optional(),
    url: https.optional(),
    color: z.int().min(0).max(0xffffff).optional(),
    description: filled(4_096).optional(),
    fields: z
      .array(z.strictObject({ name: filled(256), value: filled(1_024), inline: z.boolean().optional() }))
      .max(25)
      .optional(),
    footer: z.strictObject({ text: filled(2_048) }).optional(),
  })
  .refine(
    ({ title = '', description = '', fields = [], footer }) =>
      title.length +
        description.length +
        (footer?.text.length ?? 0) +
        fields.reduce((sum, { name, value }) => sum + name.length + value.length, 0) <=
      6_000,
    'more than 6,000 characters in all',
  );
const Discord = z.strictObject({
  allowed_mentions: z.strictObject({ parse: z.array(z.enum(['roles', 'users', 'everyone'])) }).optional(),
  embeds: z.array(Embed).min(1).max(10),
});

/** https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using */
const TextRun = z.looseObject({ type: z.literal('TextRun'), text: z.string() });
const RichTextBlock = z.looseObject({ type: z.literal('RichTextBlock'), inlines: z.array(TextRun).min(1) });
const Column = z.looseObject({ type: z.literal('Column'), items: z.array(RichTextBlock) });
const Teams = z
  .strictObject({
    type: z.literal('message'),
    attachments: z.tuple([
      z.strictObject({
        contentType: z.literal('application/vnd.microsoft.card.adaptive'),
        contentUrl: z.null(),
        content: z.looseObject({
          type: z.literal('AdaptiveCard'),
          version: z.enum(['1.0', '1.1', '1.2', '1.3', '1.4', '1.5']),
          body: z
            .array(
              z.union([
                RichTextBlock,
                z.looseObject({ type: z.literal('ColumnSet'), columns: z.array(Column).min(1) }),
              ]),
            )
            .min(1),
          actions: z
            .array(z.strictObject({ type: z.literal('Action.OpenUrl'), title: filled(256), url: https }))
            .max(6),
        }),
      }),
    ]),
  })
  .refine((body) => Buffer.byteLength(JSON.stringify(body)) <= 28 * 1024, 'more than 28 KB');

/** https://core.telegram.org/bots/api#html-style: these tags, closed in order, and a text of 1 to 4,096 characters. */
const TAG = /<(\/?)(b|i|u|s|code|pre|a)(?: href="(https:\/\/[^"<>\s]+)")?>/g;
function isTelegramHtml(html: string): boolean {
  const open: string[] = [];
  for (const [, slash, name = '', href] of html.matchAll(TAG)) {
    if (slash === '/' ? open.pop() !== name : (name === 'a') !== (href !== undefined)) return false;
    if (slash !== '/') open.push(name);
  }
  const text = html.replace(TAG, '');
  const shown = text.replace(/&(lt|gt|amp|quot);/g, '.');
  return open.length === 0 && !/[<>&]/.test(shown) && shown.trim().length >= 1 && shown.length <= 4_096;
}
const Telegram = z.strictObject({
  chat_id: z.string().regex(/^(-?\d+|@\w+)$/),
  text: z.string().refine(isTelegramHtml, "can't parse entities"),
  parse_mode: z.literal('HTML'),
  link_preview_options: z.strictObject({ is_disabled: z.boolean() }).optional(),
});

/** https://developer.pagerduty.com/docs/send-alert-event */
const Key = { routing_key: filled(128), dedup_key: filled(255) };
const Payload = z.strictObject({
  summary: filled(1_024),
  source: filled(255),
  severity: z.enum(['critical', 'error', 'warning', 'info']),
  timestamp: z.iso.datetime({ offset: true }).optional(),
  custom_details: z.record(z.string(), z.string()).optional(),
});
const Links = z.array(z.strictObject({ href: https, text: z.string() })).optional();
const PagerDuty = z
  .discriminatedUnion('event_action', [
    z.strictObject({
      ...Key,
      event_action: z.literal('trigger'),
      client: z.string().optional(),
      payload: Payload,
      links: Links,
    }),
    ...(['acknowledge', 'resolve'] as const).map((action) =>
      z.strictObject({
        ...Key,
        event_action: z.literal(action),
        client: z.string().optional(),
        payload: Payload.optional(),
        links: Links,
      }),
    ),
  ])
  .refine((body) => Buffer.byteLength(JSON.stringify(body)) <= 512 * 1024, 'more than 512 KB');

/** The bodies that each vendor takes. */
export const vendorRules = { slack: Slack, discord: Discord, teams: Teams, telegram: Telegram, pagerduty: PagerDuty };
export type Vendor = keyof typeof vendorRules;
export const vendors: readonly Vendor[] = ['slack', 'discord', 'teams', 'telegram', 'pagerduty'];
