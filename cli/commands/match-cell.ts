import { reasonText } from '../../sdk/index.ts';
import type { Destination } from '../base/api-values.ts';
import { type Cell, sentence } from '../output/text-table.ts';

type Match = Destination['match'];

/** Which alerts a subscription or a destination gets, in the words of `--match`. A narrow list counts ids. */
export const matchCell = (match: Match): Cell =>
  sentence(
    fieldsOf(match, (field, values) => `${field} ${reasonText(values)}`),
    fieldsOf(match, (field, values) =>
      field.endsWith('Ids') ? `${field.replace('Ids', 's')} ${values.length}` : `${field} ${reasonText(values)}`,
    ),
  );

const fieldsOf = (match: Match, inWords: (field: string, values: readonly string[]) => string): string =>
  Object.entries(match)
    .flatMap(([field, values]) => (values.length === 0 ? [] : [inWords(field, values)]))
    .join('; ') || 'every alert';
