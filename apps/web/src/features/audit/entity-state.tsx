import { NativeSelect } from '@mantine/core'
import { api, type EntityChange } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { callQuery } from '../../lib/api/call-query.ts'
import { presentDateTime } from '../../lib/dates.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import classes from './audit.module.css'
import { FieldTable } from './field-table.tsx'
import { listFields } from './list-fields.ts'
import { RestoreButton } from './restore-button.tsx'
import { StateTable } from './state-table.tsx'

interface Props {
  readonly entity: string
  readonly id: string
  /** The kind and name of the entity. */
  readonly name: string
  readonly changes: readonly EntityChange[]
}

/** The values of an entity at the revision in `?at=`, or the differences from that in `?with=`. */
export function EntityState({ entity, id, name, changes }: Props) {
  const { t } = useTranslation()
  const headingId = useId()
  const [search, change] = useSearchState()
  const numbers = changes.map(({ number }) => String(number))
  const at = readNumber(search.at) ?? numbers[0] ?? '0'
  const other = readNumber(search.with)
  const state = useQuery(callQuery(api.audit.state, { params: { entity, number: at }, query: { id } }))
  const compared = useQuery({
    ...callQuery(api.audit.state, { params: { entity, number: other ?? '0' }, query: { id } }),
    enabled: other !== null,
  })
  const isPartial = state.data?.isPartial === true || (other !== null && compared.data?.isPartial === true)
  const title = t('audit.atRevision', { number: Number(at).toLocaleString('en') })
  return (
    <section className={classes.entry} aria-labelledby={headingId}>
      <h2 id={headingId}>{title}</h2>
      <div className={classes.picks}>
        <NativeSelect
          label={t('audit.compareWith')}
          value={other ?? ''}
          onChange={({ currentTarget: { value } }) => change({ at, with: value === '' ? undefined : value })}
          data={[
            { value: '', label: t('audit.nothing') },
            ...changes
              .filter(({ number }) => String(number) !== at)
              .map(({ number, at: when }) => ({
                value: String(number),
                label: `${t('audit.revision', { number: number.toLocaleString('en') })}, ${presentDateTime(when)}`,
              })),
          ]}
        />
        {state.data === undefined ? null : (
          <RestoreButton
            key={at}
            {...{ entity, id, name, number: at }}
            isNewest={at === numbers[0]}
            mayRestore={state.data.mayRestore}
          />
        )}
      </div>
      <QueryFailure query={state} title={t('audit.stateFailed')} />
      {state.isError || other === null ? null : <QueryFailure query={compared} title={t('audit.stateFailed')} />}
      {isPartial ? <p className={classes.quiet}>{t('audit.statePartial')}</p> : null}
      {state.isPending || (other !== null && compared.isPending) ? <SkeletonRows count={4} height={34} /> : null}
      {state.data !== undefined && other === null ? <StateTable label={title} values={state.data.values} /> : null}
      {state.data !== undefined && other !== null && compared.data !== undefined ? (
        <Compared label={title} sides={[compared.data, state.data]} />
      ) : null}
    </section>
  )
}

type Side = { readonly number: number; readonly values: Parameters<typeof listFields>[0] }

/** Two states, the older one before. */
function Compared({ label, sides }: { label: string; sides: readonly [Side, Side] }) {
  const { t } = useTranslation()
  const [first, last] = sides[0].number < sides[1].number ? sides : [sides[1], sides[0]]
  const fields = listFields(first.values, last.values)
  // A secret that is hidden at both may be the same.
  const known = fields.filter(({ before, after }) => before.kind !== 'hidden' || after.kind !== 'hidden')
  return known.length === 0 ? (
    <p className={classes.quiet}>{t('audit.same')}</p>
  ) : (
    <FieldTable label={label} fields={known} />
  )
}

function readNumber(text: string | undefined): string | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? text : null
}
