export { ageText } from './ages.ts';
export type { components, operations, paths, webhooks } from './api-types.ts';
export { CHANNELS } from './channels.ts';
export { type ChainwatchClient, type ClientOptions, createChainwatch } from './client.ts';
export { exactFigure, figure, typedFigure, usdFigure } from './figures.ts';
export { pages } from './pages.ts';
export { type Answer, checkDone, dataOf, type Problem, ProblemError } from './problem.ts';
export { ruleSentence, type ToldRule } from './rule-sentence.ts';
export { VerificationError, type VerifyOptions, verify } from './verify.ts';
