import Alert from '@cloudscape-design/components/alert';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { type Filter, FilterBar } from '../../design/filter-bar.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { foreignText } from '../../design/foreign-text.ts';
import { Copy } from '../../design/hash.tsx';
import { Instant } from '../../design/instant.tsx';
import { type Column, LiveTable, pageIn } from '../../design/live-table.tsx';
import { PageLink } from '../../design/page-link.tsx';
import { fieldErrors } from '../../design/problem-advice.ts';
import { useKeys } from '../../live/keys.ts';
import { listQuery } from '../../live/list-query.ts';
import { useLiveList } from '../../live/live-list.ts';
import { useUrlState } from '../../live/url-state.ts';
import { useClient, useRefusal } from '../../session/session-context.ts';
import { ACTIONS, type AuditEntry, entriesOf, kindOf, pageOf, RESOURCES, WITHOUT_ID } from './audit-words.ts';
import { Changes } from './changes.tsx';
import { useResourceNames } from './use-resource-names.ts';

/** Who changed what in the organisation, which only an administrator may read. */
export default function AuditPage() {
  const refusal = useRefusal('admin');
  if (refusal === undefined) return <AuditList />;
  return (
    <SpaceBetween size="m">
      <Header variant="h1">Audit</Header>
      <Alert type="info">{refusal}</Alert>
    </SpaceBetween>
  );
}

function AuditList() {
  const client = useClient();
  const { params, change } = useUrlState();
  const filters = useFilters();
  const names = filters.map(({ name }) => name);
  const query = listQuery([...names, 'sort'], params, pageIn(params));
  const list = useLiveList({
    key: ['audit', query],
    // The address has the names of the API, and the API judges the values.
    load: (signal) => client.GET('/api/audit', { querySerializer: () => query, signal }),
  });
  const nameOf = useResourceNames(list.rows);
  return (
    <LiveTable
      title="Audit"
      isDense
      description="Who changed what. Nobody can change or delete an entry."
      itemName={({ action, resource, at }) => `${ACTIONS[action]} ${RESOURCES[resource].label} ${at}`}
      list={list}
      columns={columnsOf(nameOf)}
      params={params}
      change={change}
      filters={<FilterBar filters={filters} params={params} change={change} errors={fieldErrors(list.error)} />}
      empty={
        names.some((name) => params[name] !== undefined)
          ? 'No entry matches. Clear a filter.'
          : 'No entries yet. The next change of a wallet, a rule or a setting shows here.'
      }
    />
  );
}

function useFilters(): readonly Filter[] {
  const source = useKeys();
  const keys = source.keys.map(({ id, name }) => ({ value: id, label: foreignText(name, 40) }));
  return [
    { name: 'actor', label: 'Who', choices: [...WITHOUT_ID, ...keys], source },
    {
      name: 'action',
      label: 'Action',
      choices: Object.entries(ACTIONS).map(([value, label]) => ({ value, label })),
    },
    {
      name: 'resource',
      label: 'Resource',
      choices: Object.entries(RESOURCES).map(([value, { label }]) => ({ value, label })),
    },
    { name: 'resourceId', label: 'Id of the resource', placeholder: 'The whole id', isRare: true },
    { name: 'from', label: 'From', type: 'datetime-local', isRare: true },
    { name: 'to', label: 'To', type: 'datetime-local', isRare: true },
  ];
}

const columnsOf = (nameOf: ReturnType<typeof useResourceNames>): readonly Column<AuditEntry>[] => [
  { id: 'at', header: 'When', sortBy: 'at', minWidth: 105, cell: ({ at }) => <When at={at} /> },
  { id: 'actor', header: 'Who', minWidth: 105, cell: ({ actor }) => <Who actor={actor} /> },
  { id: 'action', header: 'Action', minWidth: 95, cell: ({ action }) => ACTIONS[action] },
  {
    id: 'resource',
    header: 'Resource',
    minWidth: 125,
    cell: (entry) => <Resource entry={entry} name={nameOf(entry)} />,
  },
  { id: 'changes', header: 'Changes', minWidth: 210, cell: ({ changes }) => <Changes changes={changes} /> },
  {
    id: 'requestId',
    header: 'Request',
    isOptional: true,
    minWidth: 160,
    cell: ({ requestId }) => (requestId === null ? '–' : <Id text={requestId} what="id of the request" />),
  },
];

const When = ({ at }: Pick<AuditEntry, 'at'>) => (
  <div className="two-lines">
    <Instant at={at} />
  </div>
);

/** Leads to all entries of the actor: the filter offers no person by name. */
function Who({ actor }: Pick<AuditEntry, 'actor'>) {
  const kind = kindOf(actor);
  return (
    <>
      <PageLink to={entriesOf(actor)}>{actor.name === null ? kind : <Foreign text={actor.name} />}</PageLink>
      {actor.name === null ? null : <div>({kind})</div>}
    </>
  );
}

function Resource({ entry, name }: { readonly entry: AuditEntry; readonly name: string | undefined }) {
  const { resource, resourceId } = entry;
  const { label } = RESOURCES[resource];
  const page = pageOf(entry);
  const shown = name === undefined ? label : <Foreign text={name} />;
  return (
    <>
      <span title={name === undefined ? undefined : foreignText(name, 400)}>
        {page === null ? shown : <PageLink to={page}>{shown}</PageLink>}
      </span>
      {name === undefined ? null : <div>({label.toLowerCase()})</div>}
      {name === undefined && resourceId !== null ? (
        <div>
          <Id text={resourceId} what={`id of the ${label.toLowerCase()}`} />
        </div>
      ) : null}
    </>
  );
}

/** The beginning of an id, and a button that copies all of it. */
const Id = ({ text, what }: { readonly text: string; readonly what: string }) => (
  <span className="one-line">
    <span className="mono" title={foreignText(text, 128)}>
      {foreignText(text, 9)}
    </span>{' '}
    <Copy text={text} what={what} />
  </span>
);
