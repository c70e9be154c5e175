interface Sent {
  /** Of the delivery. */
  readonly id: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Only a masked value has the sign: the values that the service sends are ASCII. */
const isMasked = (value: string): boolean => value.includes('…');

/** A text as one word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** An interactive zsh takes a comment for a command. So the comment may have no sign that a shell acts on. */
const harmless = (text: string): string => text.replaceAll(/[^\w-]/g, '_');

/** The command that sends the request again, without the headers whose values no page knows. A comment names these. */
export function curlText({ id, url, headers, body }: Sent): string {
  const masked = Object.keys(headers).filter((name) => isMasked(headers[name] ?? ''));
  const known = Object.entries(headers).filter(([, value]) => !isMasked(value));
  const comment = [
    `# Left out, because their values are masked: ${masked.map(harmless).join(', ')}.`,
    '# A receiver that checks them refuses this request. The button Replay sends them too, and so does:',
    `# chainwatch deliveries replay ${harmless(id)}`,
  ];
  const command = [
    `curl -X POST ${quoted(url)}`,
    ...known.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    `--data-raw ${quoted(body)}`,
  ];
  return [...(masked.length === 0 ? [] : comment), command.join(' \\\n  ')].join('\n');
}
