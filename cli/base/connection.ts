import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { CommandError, EXIT, wrongUse } from './failures.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const Connection = z.object({ url: z.string(), apiKey: z.string() });
export type Connection = z.output<typeof Connection>;

/** Where `npm start` serves the API. */
const LOCAL_STACK = 'http://127.0.0.1:3000';

/** The file that `login` writes. */
const connectionFile = ({ XDG_CONFIG_HOME }: Environment): string =>
  join(XDG_CONFIG_HOME || join(homedir(), '.config'), 'chainwatch', 'connection.json');

/**
 * The URL that the user has chosen, unchecked; undefined when it is that of the local stack.
 * @throws CommandError when the saved connection is damaged.
 */
export const configuredUrl = (environment: Environment, given: string | undefined): string | undefined =>
  given ?? (environment.CHAINWATCH_URL || savedConnection(environment)?.url);

/**
 * The service that a command talks to: that of `--url`, of `CHAINWATCH_URL`, of the last `login`, or the local stack.
 * @throws CommandError
 */
export function urlOf(environment: Environment, given: string | undefined): string {
  const url = configuredUrl(environment, given) ?? LOCAL_STACK;
  if (!/^https?:\/\/[^\s@]+$/.test(url) || !URL.canParse(url)) {
    throw wrongUse('The URL of the service must begin with https:// or http:// and contain no password.');
  }
  return url.replace(/\/+$/, '');
}

/**
 * The service and the key. The saved key goes to the service that it was saved for, and to no other.
 * @throws CommandError when there is no key.
 */
export function connectionOf(environment: Environment, givenUrl: string | undefined): Connection {
  const url = urlOf(environment, givenUrl);
  const apiKey = environment.CHAINWATCH_API_KEY || savedKey(environment, url);
  if (apiKey !== undefined) return { url, apiKey: checkedKey(apiKey) };
  throw new CommandError(
    `There is no API key for ${url}. Run \`chainwatch login\`, or set CHAINWATCH_API_KEY.`,
    EXIT.notAllowed,
  );
}

/**
 * The key, if a header can carry it. An error of `fetch` would quote another key.
 * @throws CommandError
 */
export function checkedKey(apiKey: string): string {
  if (/^[\x21-\x7e]+$/.test(apiKey)) return apiKey;
  throw new CommandError('The API key has a space, a line break or another character of no key.', EXIT.notAllowed);
}

function savedKey(environment: Environment, url: string): string | undefined {
  const saved = savedConnection(environment);
  return saved?.url === url ? saved.apiKey : undefined;
}

function savedConnection(environment: Environment): Connection | undefined {
  const file = connectionFile(environment);
  if (!existsSync(file)) return undefined;
  const saved = Connection.safeParse(parsedJson(readFileSync(file, 'utf8')));
  if (!saved.success) {
    throw new CommandError(`${file} is damaged. Run \`chainwatch login --url URL\`, or delete the file.`);
  }
  return saved.data;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Saves the connection. Nobody but the user can read the file, also if an older file was open to others. */
export function saveConnection(environment: Environment, connection: Connection): string {
  const file = connectionFile(environment);
  const fresh = `${file}.${process.pid}`;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(fresh, `${JSON.stringify(connection, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(fresh, file);
  return file;
}
