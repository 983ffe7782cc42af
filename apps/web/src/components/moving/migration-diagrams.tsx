import { NativeSelect } from '@mantine/core'
import { api, type DefinitionDetail } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { callQuery } from '../../lib/api/call-query.ts'
import { Banner } from '../banner/banner.tsx'
import { DiagramPending, LazyDiagram } from '../bpmn-diagram/lazy-diagram.tsx'
import { withoutBody } from './migration-places.ts'
import classes from './moving.module.css'
import type { MappingRow } from './use-migration.ts'

interface Props {
  readonly definition: DefinitionDetail
  readonly targetId: string
  readonly onTarget: (id: string) => void
  readonly rows: readonly MappingRow[]
  /** The key of the selected row. */
  readonly selected: string | null
  readonly onSelect: (key: string | null) => void
}

/** The diagrams of both versions of a migration. A selected element shows its target, and the reverse. */
export function MigrationDiagrams({ definition, targetId, onTarget, rows, selected, onSelect }: Props) {
  const { t } = useTranslation()
  const { id, version } = definition
  return (
    <div className={classes.pair}>
      <section className={classes.side} aria-label={t('moves.source', { version })}>
        <div className={classes.head}>
          <h2>{t('moves.source', { version })}</h2>
        </div>
        <PairDiagram
          id={id}
          selected={selected === null ? null : withoutBody(selected)}
          onSelect={(elementId) => onSelect(rows.find(({ place }) => place.elementId === elementId)?.place.key ?? null)}
        />
      </section>
      <section className={classes.side} aria-label={t('moves.target')}>
        <div className={classes.head}>
          <NativeSelect
            size="xs"
            aria-label={t('moves.target')}
            value={targetId}
            onChange={(event) => onTarget(event.currentTarget.value)}
            data={definition.versions
              .filter((one) => one.id !== id)
              .map((one) => ({ value: one.id, label: t('moves.source', { version: one.version }) }))}
          />
        </div>
        <PairDiagram
          id={targetId}
          selected={targetOf(rows.find(({ place }) => place.key === selected))}
          onSelect={(elementId) => onSelect(rows.find((row) => targetOf(row) === elementId)?.place.key ?? null)}
        />
      </section>
    </div>
  )
}

function targetOf(row: MappingRow | undefined): string | null {
  const target = row?.chosen?.target
  return target === undefined ? null : withoutBody(target)
}

function PairDiagram({
  id,
  selected,
  onSelect,
}: {
  readonly id: string
  readonly selected: string | null
  readonly onSelect: (elementId: string | null) => void
}) {
  const { t } = useTranslation()
  const diagram = useQuery(callQuery(api.processes.definitionDiagram, { params: { id } }))
  const elements = useQuery(callQuery(api.definitions.elements, { params: { id } }))
  const statuses = (elements.data?.items ?? []).map(({ elementId, running, incidents }) => ({
    ...{ elementId, active: Math.max(running, incidents), completed: 0, cancelled: 0, incidents },
  }))
  return (
    <div className={classes.diagram}>
      {diagram.data === undefined ? (
        diagram.isError ? (
          <Banner kind="error" title={t('diagram.unreachable')} />
        ) : (
          <DiagramPending />
        )
      ) : (
        <LazyDiagram {...diagram.data} elements={statuses} selected={selected} onSelect={onSelect} />
      )}
    </div>
  )
}
