import { NativeSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { api, type InstanceVariable } from '@millrace/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { NothingMatches } from '../../components/empty-state/nothing-matches.tsx'
import { lazyPart } from '../../components/lazy-part/lazy-part.tsx'
import { SearchInput } from '../../components/search-input/search-input.tsx'
import { VariableTable } from '../../components/variable-table/variable-table.tsx'
import { callQuery } from '../../lib/api/call-query.ts'
import classes from './instance-data.module.css'
import type { Selection } from './instance-record.tsx'
import { variablesQuery } from './process-queries.ts'
import { AddVariable, RemoveVariable, VariableActions } from './variable-actions.tsx'
import { VariableDialog } from './variable-dialog.tsx'
import { VariableHistory } from './variable-history.tsx'

const FileDialog = lazyPart(() => import('./file-variable-dialog.tsx'), {
  isAwaited: ({ variable }) => variable !== null,
})

/** What they can be sorted by, on the server: of many only the first come. */
const sorts = ['scope', 'name', '-name', 'type', 'value', '-value'] as const

type VariableSort = (typeof sorts)[number]

/** From how many variables on they can be searched and sorted. */
const searchFrom = 8

interface Props {
  readonly instanceId: string
  readonly selection: Selection
  /** As they were at that moment; null for now. */
  readonly at?: string | null
  /** On the page of operators, where each tells the values that it had. */
  readonly isOperated?: boolean
  /** Whether they can be written, by an operator in a running instance. */
  readonly isEditable?: boolean
}

export function InstanceVariables(props: Props) {
  const { instanceId, isOperated = false, isEditable = false } = props
  // Above all that is asked for: what is being typed stays, whatever comes of it.
  const [edited, setEdited] = useState<InstanceVariable | 'new' | null>(null)
  const [uploaded, setUploaded] = useState<InstanceVariable | 'new' | null>(null)
  const [removed, setRemoved] = useState<InstanceVariable | null>(null)
  const [inHistory, setInHistory] = useState<InstanceVariable | null>(null)
  return (
    <>
      {isEditable ? <AddVariable onAdd={() => setEdited('new')} onUpload={() => setUploaded('new')} /> : null}
      <Variables
        {...props}
        rowActions={
          isOperated
            ? (variable) => (
                <VariableActions
                  instanceId={instanceId}
                  variable={variable}
                  isEditable={isEditable}
                  onEdit={setEdited}
                  onUpload={setUploaded}
                  onRemove={setRemoved}
                  onHistory={setInHistory}
                />
              )
            : undefined
        }
      />
      <VariableDialog instanceId={instanceId} variable={edited} onClose={() => setEdited(null)} />
      {isOperated ? <FileDialog instanceId={instanceId} variable={uploaded} onClose={() => setUploaded(null)} /> : null}
      <RemoveVariable instanceId={instanceId} variable={removed} onClose={() => setRemoved(null)} />
      {isOperated ? (
        <VariableHistory instanceId={instanceId} variable={inHistory} onClose={() => setInHistory(null)} />
      ) : null}
    </>
  )
}

function Variables({
  instanceId,
  selection,
  at = null,
  rowActions,
}: Props & { readonly rowActions: ((variable: InstanceVariable) => ReactNode) | undefined }) {
  const { t } = useTranslation()
  const [query, setQuery] = useState('')
  const [sort, setSort] = useState<VariableSort>('scope')
  const order = { ...(sort === 'scope' ? {} : { sort }), ...(at === null ? {} : { at }) }
  const whole = useQuery({ ...variablesQuery(instanceId, order), placeholderData: keepPreviousData })
  // Of more than are shown the server finds those that match.
  const isSearched = whole.data?.isCapped === true && query.trim() !== ''
  const [wanted] = useDebouncedValue(query.trim(), 200)
  const found = useQuery({
    ...variablesQuery(instanceId, { q: wanted, ...order }),
    enabled: isSearched && wanted !== '',
    placeholderData: keepPreviousData,
  })
  const asked = isSearched && found.data !== undefined ? found : whole
  const { data } = asked
  const failure = (
    <QueryFailure query={asked} title={t('instance.variablesFailed')} isRegion className={classes.message} />
  )
  if (data === undefined) return asked.isError ? failure : <SkeletonRows count={6} height={34} />
  if (data.items.length === 0 && query === '')
    return (
      <>
        {failure}
        <p className={classes.message}>{t('instance.variablesEmpty')}</p>
      </>
    )
  const ofStep = data.items.filter(
    ({ scope }) => selection.elementId === null || scope.elementId === selection.elementId,
  )
  if (ofStep.length === 0 && query === '')
    return (
      <>
        {failure}
        <NothingMatches
          text={t('instance.variablesNotOfStep')}
          action={t('instance.showAll')}
          onClear={() => selection.select(null)}
        />
      </>
    )
  const words = query.toLocaleLowerCase()
  const shown = ofStep.filter(
    ({ name, text }) => name.toLocaleLowerCase().includes(words) || (text ?? '').toLocaleLowerCase().includes(words),
  )
  return (
    <>
      {failure}
      {data.isCapped ? (
        <p className={classes.message}>{t('instance.variablesCapped', { count: data.items.length })}</p>
      ) : null}
      {ofStep.length >= searchFrom || query !== '' ? (
        <div className={classes.filter}>
          <SearchInput
            size="xs"
            className={classes.search}
            label={t('instance.variablesFilter')}
            value={query}
            onChange={setQuery}
          />
          <NativeSelect
            size="xs"
            aria-label={t('list.sort')}
            value={sort}
            data={sorts.map((value) => ({ value, label: t(`instance.variableSorts.${value}`) }))}
            onChange={(event) => setSort(sorts.find((one) => one === event.currentTarget.value) ?? 'scope')}
          />
        </div>
      ) : null}
      {shown.length === 0 ? (
        <NothingMatches text={t('instance.variablesNoMatch', { query })} onClear={() => setQuery('')} />
      ) : (
        <VariableTable
          label={t('instance.variables')}
          variables={shown}
          rowActions={rowActions}
          wholeQuery={({ id }) => callQuery(api.processes.variable, { params: { id: instanceId, variableId: id } })}
        />
      )}
    </>
  )
}
