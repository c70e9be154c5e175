import ExpandableSection from '@cloudscape-design/components/expandable-section';
import { Fragment } from 'react';
import { changedValues } from '../../../sdk/index.ts';
import { counted } from '../../design/counted.ts';
import { Foreign } from '../../design/foreign.tsx';
import type { AuditEntry } from './audit-words.ts';

type Change = AuditEntry['changes'][number];

/** The changes of an entry that show at once. An entry has up to 100. */
const FIRST = 4;
const LONGEST = 300;

/** What changed, a line for each value. */
export function Changes({ changes }: { readonly changes: readonly Change[] }) {
  if (changes.length === 0) return <>–</>;
  const rest = changes.slice(FIRST);
  return (
    <>
      <Lines changes={changes.slice(0, FIRST)} />
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
    <div key={change.path}>
      <Foreign text={change.path} most={LONGEST} />:{' '}
      {changedValues(change).map((value, n) => (
        <Fragment key={n === 0 ? 'before' : 'after'}>
          {n === 0 ? null : <span className="one-line"> -&gt; </span>}
          <Foreign text={value} most={LONGEST} />
        </Fragment>
      ))}
    </div>
  ));
