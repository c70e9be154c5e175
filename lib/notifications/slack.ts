import { type Alert, alertText, type Fact } from './alert.ts';

interface Mrkdwn {
  readonly type: 'mrkdwn';
  readonly text: string;
  /** No link or mention is made of what merely looks like one. */
  readonly verbatim: true;
}

type Block =
  | { readonly type: 'section'; readonly text: Mrkdwn; readonly fields?: readonly Mrkdwn[] }
  | { readonly type: 'context'; readonly elements: readonly Mrkdwn[] };

/** The body of a POST to a Slack incoming webhook. */
export interface SlackMessage {
  /** What a notification shows instead of the blocks. */
  readonly text: string;
  readonly blocks: readonly Block[];
}

/** The Slack message of an alert (https://docs.slack.dev/block-kit). `explorerUrl`: page of the transaction. */
export function renderSlack(alert: Alert, explorerUrl?: string): SlackMessage {
  const { title, amount, facts, explorerUrl: link } = alertText(alert, explorerUrl);
  const headline = `${escapeMrkdwn(title)} (${escapeMrkdwn(amount)})`;
  return {
    text: headline,
    blocks: [
      { type: 'section', text: mrkdwn(headline), fields: facts.map(field) },
      // A bar would end the address and begin the label.
      ...(link === undefined ? [] : [context(`<${escapeMrkdwn(link).replaceAll('|', '%7C')}|View the transaction>`)]),
    ],
  };
}

const mrkdwn = (text: string): Mrkdwn => ({ type: 'mrkdwn', text, verbatim: true });

/** A section shows at most 10. */
const field = ({ name, value }: Fact): Mrkdwn => mrkdwn(`*${name}*\n${escapeMrkdwn(value)}`);

const context = (text: string): Block => ({ type: 'context', elements: [mrkdwn(text)] });

/**
 * The three characters Slack gives a meaning, without which there is no link and no `<!channel>`; and a word joiner into
 * the mentions that wake everybody, which Slack would find in plain text too where `verbatim` does not reach.
 */
const escapeMrkdwn = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/@(?=here|channel|everyone|group)/gi, '@\u2060');
