import { useApiDocument } from '../live/api-document.ts';
import { type MatchChoices, matchChoicesOf } from './match-choices.ts';

const NONE: MatchChoices = { severities: [], ruleTypes: [], events: [], webhookEvents: [] };

/** The choices of the editor, and whether they are read. */
export function useMatchChoices() {
  const { data, error, retry } = useApiDocument('match-choices', matchChoicesOf);
  return { ...(data ?? NONE), isLoaded: data !== undefined, error, retry };
}
