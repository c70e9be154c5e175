import type { components } from './api-types.ts';

type Sent = Pick<components['schemas']['DeliveryDetail'], 'channel' | 'request'>;

/** Where chats have text that people read. Other fields say how a chat shows the text. */
const TEXT_FIELDS: readonly string[] = ['text', 'title', 'name', 'value', 'description', 'content'];
const CHATS: readonly string[] = ['slack', 'teams', 'discord', 'telegram'];

/** What a delivery says to its reader: the text of an e-mail or of a chat, or the body of a webhook in lines. */
export function messageText({ channel, request: { body } }: Sent): string {
  const message = parsed(body);
  if (message === undefined) return body;
  const { subject, text, blocks } = fieldsOf(message);
  if (typeof subject === 'string' && typeof text === 'string') return `${subject}\n\n${text}`;
  if (!CHATS.includes(channel)) return JSON.stringify(message, null, 2);
  // Beside its blocks, a message of Slack has a text for notifications, which says the same.
  const lines = textsIn(blocks ?? message).map((line) => (channel === 'slack' ? withoutMarkup(line) : line));
  return lines.join('\n');
}

/** The fields of an object; none for another value. */
const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** The texts of a message, in the order in which a chat shows them. */
function textsIn(part: unknown, field?: string): string[] {
  if (typeof part === 'string') return field !== undefined && TEXT_FIELDS.includes(field) ? [part] : [];
  if (Array.isArray(part)) return part.flatMap((each) => textsIn(each));
  return Object.entries(fieldsOf(part)).flatMap(([name, each]) => textsIn(each, name));
}

/** The mark-up of Slack in plain text. Slack escapes three characters of the text that it marks up. */
const withoutMarkup = (text: string): string =>
  text
    .replace(/<!date\^[^|>]*\|([^>]*)>/g, '$1')
    .replace(/<(https?:[^|>]*)\|([^>]*)>/g, '$2: $1')
    .replace(/(?<![\w*])\*([^*\n]+)\*(?![\w*])/g, '$1')
    .replace(/`([^`\n]+)`/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
