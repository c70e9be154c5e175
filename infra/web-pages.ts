/** A page: a folder of sources, which `<folder>/build.ts` bundles into `dist-web/<name>/`, served at `/<name>/`. */
interface WebPage {
  readonly name: string;
  readonly folder: string;
  /** Where a style may come from. Everything else is the same for every page. */
  readonly styleSrc: string;
}

/** The pages. A distribution serves them on AWS, and the local stack serves them on the port of the API. */
export const webPages = [
  { name: 'console', folder: 'console', styleSrc: "'self'" },
  // Scalar, which renders the documentation of the API, writes style elements into the page.
  { name: 'docs', folder: 'api-docs', styleSrc: "'self' 'unsafe-inline'" },
] as const satisfies readonly WebPage[];

/** Where `npm run build:web` writes the pages. */
export const WEB_FOLDER = 'dist-web';

/** Two years in seconds, the time that the preload lists of browsers require. */
export const HSTS_SECONDS = 63_072_000;

type WebPageName = Pick<WebPage, 'name' | 'styleSrc'>;

/** How people sign in to the console: by a public client of an identity provider, with PKCE. */
export interface SignInOption {
  /** The discovery document and the token endpoint must have this origin. */
  readonly issuer: string;
  readonly clientId: string;
  /** What the console asks for. Default: `openid profile email`. */
  readonly scope?: string;
  /** The audience of the access tokens, for a provider that wants to be asked for it. */
  readonly audience?: string;
}

/** The file that tells the console how people sign in. It has no members where they cannot. */
export const SIGN_IN_FILE = 'console/sign-in.json';

/** What a page may load and do: its own scripts and styles, and calls to its own origin. */
export const contentSecurityPolicy = ({ name, styleSrc }: WebPageName, signIn?: SignInOption): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styleSrc}`,
    "img-src 'self' data:",
    // The console asks the identity provider for tokens.
    `connect-src 'self'${name === 'console' && signIn ? ` ${new URL(signIn.issuer).origin}` : ''}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The security headers of each answer under the path of a page. */
export const headersOf = (page: WebPageName, signIn?: SignInOption): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': contentSecurityPolicy(page, signIn),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': `max-age=${HSTS_SECONDS}; includeSubDomains`,
});

/** The names of files in `assets/` contain a hash of the content, so a browser may keep such a file for ever. */
export const CACHE_OF_ASSETS = 'public, max-age=31536000, immutable';
/** Every other file keeps its name, so a browser asks each time whether the file has changed. */
export const CACHE_OF_FILES = 'no-cache';
