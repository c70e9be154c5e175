/** What `guideFiles` writes. */
declare module '*/search-index.js' {
  const sections: readonly import('./sections.ts').Section[];
  export default sections;
}
/** By the call, such as `GET /api/wallets`, the guides about it in Markdown. */
declare module '*/guides-of-calls.js' {
  const guides: Readonly<Record<string, string>>;
  export default guides;
}
