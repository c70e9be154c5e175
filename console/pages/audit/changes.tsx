import ExpandableSection from '@cloudscape-design/components/expandable-section';
import { Fragment } from 'react';
import { changedValues, changeText } from '../../../sdk/index.ts';
import { counted } from '../../design/counted.ts';
import { Foreign } from '../../design/foreign.tsx';
import { foreignText } from '../../design/foreign-text.ts';
import type { AuditEntry } from './audit-words.ts';

type Change = AuditEntry['changes'][number];

/** A row of the list has so many lines. An entry has up to 100 changes. */
const LINES = 2;
const LONGEST = 300;

/** What changed, a line for each value. */
export function Changes({ changes }: { readonly changes: readonly Change[] }) {
  if (changes.length === 0) return <>–</>;
  // The button that shows the rest has a line too.
  const first = changes.length > LINES ? LINES - 1 : LINES;
  const rest = changes.slice(first);
  return (
    <>
      <Lines changes={changes.slice(0, first)} />
      {rest.length === 0 ? null : (
        <ExpandableSection variant="inline" headerText={counted(rest.length, 'more change')}>
          <Lines changes={rest} />
        </ExpandableSection>
      )}
    </>
  );
}

const Lines = ({ changes }: { readonly changes: readonly Change[] }) =>
  changes.map((change) => (
    <div className="sentence change" key={change.path} title={foreignText(changeText(change), LONGEST)}>
      <Foreign text={change.path} most={LONGEST} />:{' '}
      {changedValues(change).map((value, n) => (
        <Fragment key={n === 0 ? 'before' : 'after'}>
          {n === 0 ? null : <span className="one-line"> -&gt; </span>}
          <Foreign text={value} most={LONGEST} />
        </Fragment>
      ))}
    </div>
  ));
