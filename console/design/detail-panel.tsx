import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import Skeleton from '@cloudscape-design/components/skeleton';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { type ReactNode, useEffect, useRef } from 'react';
import { foreignText } from './foreign-text.ts';
import { ProblemAlert } from './problem-alert.tsx';
import { useNarrow } from './use-narrow.ts';
import { type Swipe, useSwipe } from './use-swipe.ts';

interface DetailPanelProps {
  /** The id of the item. Another id in the same panel moves the focus again. */
  readonly of: string;
  readonly title: ReactNode;
  /** The name of the item, which the tab of the browser shows. Undefined while the item is read. */
  readonly name?: string | undefined;
  /** What the panel shows, for a screen reader, such as "Transaction". */
  readonly label: string;
  readonly actions?: ReactNode;
  /** Whether the panel stands alone in its page. */
  readonly isAlone?: boolean;
  /** What a finger that swipes over the panel does. */
  readonly swipe?: Swipe;
  /** Undefined while the item is read. */
  readonly children: ReactNode | undefined;
  readonly error: unknown;
  readonly retry: () => void;
  readonly close: () => void;
}

/** The detail of an item, beside the list or below it. The focus moves into it, and back when it closes. */
export function DetailPanel(props: DetailPanelProps) {
  const { of, title, name, label, actions, isAlone = false, children, error, retry, close } = props;
  // The title needs the width of a telephone.
  const isNarrow = useNarrow();
  const place = useRef<HTMLElement>(null);
  const opener = useRef<Element>(null);
  useSwipe(place, props.swipe);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another item moves the focus
  useEffect(() => {
    const { activeElement } = document;
    // A page that opens with a detail leaves the focus at its beginning.
    if (activeElement === null || activeElement === document.body) return;
    if (!place.current?.contains(activeElement)) opener.current = activeElement;
    place.current?.focus();
  }, [of]);
  useEffect(
    () => () => {
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
    [],
  );
  useNameInTab(name);
  const buttons = (
    <SpaceBetween direction="horizontal" size="xs">
      {isNarrow ? null : actions}
      <Button variant="icon" iconName="close" ariaLabel={`Close the ${label.toLowerCase()}`} onClick={close} />
    </SpaceBetween>
  );
  return (
    <section
      className={props.swipe === undefined ? 'detail' : 'detail swipes'}
      ref={place}
      tabIndex={-1}
      aria-label={label}
    >
      <Container
        header={
          <div className="detail-head">
            <Header variant={isAlone ? 'h1' : 'h2'}>{title}</Header>
            {buttons}
          </div>
        }
      >
        <SpaceBetween size="l">
          {isNarrow ? actions : null}
          <ProblemAlert error={error} retry={retry} />
          {children === undefined && (error === null || error === undefined) ? <Skeleton height="20rem" /> : children}
        </SpaceBetween>
      </Container>
    </section>
  );
}

/** Puts a name before the title of the page, so that a person finds the item among many tabs. */
function useNameInTab(name: string | undefined): void {
  useEffect(() => {
    if (name === undefined) return;
    const before = document.title;
    const named = `${foreignText(name, 60)} · ${before}`;
    document.title = named;
    return () => {
      // Another page has its own title already.
      if (document.title === named) document.title = before;
    };
  }, [name]);
}
