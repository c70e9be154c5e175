import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import Link from '@cloudscape-design/components/link';
import { useChains } from '../live/chains.ts';

const shortened = (text: string) => (text.length <= 20 ? text : `${text.slice(0, 6)}…${text.slice(-4)}`);

/** A narrow place breaks the text in its middle, and leaves no single letter on a line. */
const halves = (text: string) => {
  const middle = Math.ceil(text.length / 2);
  return (
    <>
      {text.slice(0, middle)}
      <wbr />
      {text.slice(middle)}
    </>
  );
};

/** An address or a hash. A list shows the beginning and the end, a detail shows all. */
export function Hash({ text, whole = false }: { readonly text: string; readonly whole?: boolean }) {
  return (
    <span className={whole ? 'mono' : 'mono one-line'} title={text}>
      {whole ? halves(text) : shortened(text)}
    </span>
  );
}

/** A link to the transaction in the public explorer of its chain, if the chain has an explorer. */
export function ExplorerLink({ chain, hash }: { readonly chain: string; readonly hash: string }) {
  const { explorerOf } = useChains();
  const explorer = explorerOf(chain);
  if (explorer === null) return <>No public explorer</>;
  return (
    <Link external href={`${explorer}${encodeURIComponent(hash)}`} externalIconAriaLabel="Opens in a new tab">
      Open in the explorer
    </Link>
  );
}

interface CopyProps {
  readonly text: string;
  readonly what: string;
}

/** Copies a text that the page shows. */
export function Copy({ text, what }: CopyProps) {
  return (
    <CopyToClipboard
      variant="icon"
      textToCopy={text}
      copyButtonAriaLabel={`Copy the ${what}`}
      copySuccessText="Copied"
      copyErrorText="The browser does not allow this."
    />
  );
}

/** Copies a text, such as a command, by a button with a name. */
export function CopyText({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <CopyToClipboard
      variant="button"
      textToCopy={text}
      copyButtonText={label}
      copySuccessText="Copied"
      copyErrorText="The browser does not allow this."
    />
  );
}
