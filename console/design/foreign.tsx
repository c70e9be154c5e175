import { foreignText } from './foreign-text.ts';

interface ForeignProps {
  readonly text: string;
  /** The most characters that show. Default: 80. */
  readonly most?: number;
  /** Keeps line breaks, for notes and excerpts. */
  readonly lines?: boolean;
}

/** Text that a stranger or a colleague wrote. It cannot leave its place nor pass for text of the page. */
export function Foreign({ text, most = 80, lines = false }: ForeignProps) {
  return <bdi className={lines ? 'foreign foreign-lines' : 'foreign'}>{foreignText(text, most, lines)}</bdi>;
}
