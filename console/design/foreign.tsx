import { foreignText } from './foreign-text.ts';

interface ForeignProps {
  readonly text: string;
  /** The most characters that show. Default: 80. */
  readonly most?: number;
  /** Keeps line breaks, for notes and excerpts. */
  readonly lines?: boolean;
}

const MOST_IN_TITLE = 1000;
/** A word that a column of a table may be too narrow for. */
const LONG_WORD = /\S{20}/;

/**
 * Text that a stranger or a colleague wrote. It cannot leave its place nor pass for text of the page. The title of a
 * text that is cut, here or by its column, has all of it.
 */
export function Foreign({ text, most = 80, lines = false }: ForeignProps) {
  return (
    <bdi
      className={lines ? 'foreign foreign-lines' : 'foreign'}
      title={text.length > most || LONG_WORD.test(text) ? foreignText(text, MOST_IN_TITLE) : undefined}
    >
      {foreignText(text, most, lines)}
    </bdi>
  );
}
