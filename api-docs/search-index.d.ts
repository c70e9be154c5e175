/** What `guideFiles` writes. */
declare module '*/search-index.js' {
  const sections: readonly import('./sections.ts').Section[];
  export default sections;
}
