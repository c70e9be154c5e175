import * as z from 'zod';
import { labelsOf } from '../../lib/channels/channel-registry.ts';
import { channels } from '../../lib/channels/index.ts';
import { Settings, UpdateSettings } from '../../lib/channels/settings/schema.ts';
import { EmailStatus, ResendConfirmation } from '../../lib/organisations/email-addresses/schema.ts';
import type { Route } from '../../lib/platform/http/route.ts';

/** Longer than the mail service may take. */
const MAIL_SECONDS = 20;

const LinkQuery = z.strictObject({ token: z.string().optional() });

/** The channels whose destination is part of the settings. */
const inSettings = labelsOf(channels.all.filter(({ settingsFields }) => settingsFields !== undefined));

export const routes = {
  getSettings: {
    method: 'GET',
    path: '/api/settings',
    handler: 'settings/get-settings',
    scope: 'admin',
    tag: 'Settings',
    summary: 'Get the settings',
    description: `Where ${inSettings} notifications go.`,
    responses: { 200: Settings },
    access: { table: ['GetItem', 'BatchGetItem', 'Query'] },
  },
  updateSettings: {
    method: 'PATCH',
    path: '/api/settings',
    handler: 'settings/update-settings',
    scope: 'admin',
    tag: 'Settings',
    summary: 'Change the settings',
    body: UpdateSettings,
    description:
      `Where ${inSettings} notifications go. ` +
      'Each new e-mail address gets a confirmation mail, and no alert until its recipient has confirmed.',
    responses: { 200: Settings },
    access: {
      table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'],
      secrets: ['data-key'],
      outbound: true,
      mail: true,
    },
    timeoutSeconds: MAIL_SECONDS,
  },
  resendConfirmation: {
    method: 'POST',
    path: '/api/settings/emails/resend',
    handler: 'settings/resend-confirmation',
    scope: 'admin',
    tag: 'Settings',
    summary: 'Resend a confirmation mail',
    description:
      'Sends the confirmation mail to an address again. At most five times a day to an address, and 50 times a day ' +
      'to all addresses of the organisation.',
    body: ResendConfirmation,
    responses: { 202: EmailStatus },
    errors: ['conflict'],
    access: { table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'], mail: true },
    timeoutSeconds: MAIL_SECONDS,
  },
  showEmailLink: {
    method: 'GET',
    path: '/api/email-link',
    handler: 'settings/show-email-link',
    scope: 'public',
    tag: 'Settings',
    summary: 'Show an e-mail link',
    description:
      'The page of a link in a mail, which asks whether to confirm or to unsubscribe. A confirmation link that works ' +
      'names its address and the organisation. Changes nothing: programs that check mails open every link.',
    query: LinkQuery,
    responses: { 200: 'text/html', 404: 'text/html' },
    errors: ['not_found'],
    access: { table: ['GetItem'] },
  },
  useEmailLink: {
    method: 'POST',
    path: '/api/email-link',
    handler: 'settings/use-email-link',
    scope: 'public',
    tag: 'Settings',
    summary: 'Use an e-mail link',
    description:
      'Confirms or unsubscribes the address that got the link. Every link that does not work gets the same answer. ' +
      'The body is ignored (RFC 8058).',
    query: LinkQuery,
    responses: { 200: 'text/html', 404: 'text/html' },
    errors: ['not_found'],
    access: { table: ['GetItem', 'PutItem', 'UpdateItem'], secrets: ['data-key'] },
  },
} as const satisfies Record<string, Route>;
