/** The watcher of a chain whose blocks keep a processor busy: `watch-chain` with more memory. */
export { handler } from './watch-chain.ts';
