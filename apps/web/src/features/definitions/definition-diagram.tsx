import { Table } from '@mantine/core'
import { type DefinitionDetail, type DefinitionElements, definitionLimits, listLimits } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { DiagramPending, LazyDiagram } from '../../components/bpmn-diagram/lazy-diagram.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { Alarm } from './counts.tsx'
import { diagramQuery, elementsQuery } from './definition-queries.ts'
import classes from './definitions.module.css'

/** The drawing of a version with what is and was at each element, and the same as a table: both select together. */
export function DefinitionDiagram({ definition: { id, isSuspended } }: { definition: DefinitionDetail }) {
  const { t } = useTranslation()
  const [selected, setSelected] = useState<string | null>(null)
  const diagram = useQuery(diagramQuery(id))
  const elements = useQuery(elementsQuery(id))
  const shown = useMemo(() => toShown(elements.data), [elements.data])
  return (
    <>
      <div className={classes.diagram}>
        {diagram.data === undefined ? (
          diagram.isError ? (
            <QueryFailure query={diagram} title={t('diagram.unreachable')} isRegion className={classes.message} />
          ) : (
            <DiagramPending />
          )
        ) : (
          <LazyDiagram
            {...diagram.data}
            {...shown}
            isSuspended={isSuspended}
            selected={selected}
            onSelect={(elementId) => setSelected(elementId)}
          />
        )}
      </div>
      <QueryFailure query={elements} title={t('definition.elementsFailed')} isRegion className={classes.message} />
      {elements.data === undefined ? (
        elements.isError ? null : (
          <SkeletonRows count={5} height={34} />
        )
      ) : (
        <ElementTable elements={elements.data} selected={selected} onSelect={setSelected} />
      )}
    </>
  )
}

/** What the drawing takes. That something has ended many times says nothing of its state. */
function toShown(elements: DefinitionElements | undefined) {
  if (elements === undefined) return {}
  return {
    elements: elements.items.map(({ elementId, running, incidents }) => ({
      elementId,
      active: Math.max(running, incidents),
      completed: 0,
      cancelled: 0,
      incidents,
    })),
    tallies: elements.items,
  }
}

interface Props {
  readonly elements: DefinitionElements
  readonly selected: string | null
  readonly onSelect: (elementId: string | null) => void
}

function ElementTable({ elements: { items, isRunningPartial, isPastPartial }, selected, onSelect }: Props) {
  const { t } = useTranslation()
  if (items.length === 0) return <p className={classes.message}>{t('definition.noElements')}</p>
  const rows = items.toSorted(
    (one, other) => other.incidents - one.incidents || other.running - one.running || other.ended - one.ended,
  )
  return (
    <>
      <ScrollRegion className={classes.scroll} label={t('definition.elements')}>
        <PlainTable className={classes.table} aria-label={t('definition.elements')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('definition.element')}</Table.Th>
              {(['active', 'incidents', 'completed', 'cancelled'] as const).map((name) => (
                <Table.Th key={name} scope="col" ta="end">
                  {t(`definition.${name}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ elementId, name, running, incidents, ended, cancelled }) => (
              <Table.Tr key={elementId} data-selected={elementId === selected || undefined}>
                <Table.Td>
                  <button
                    type="button"
                    className={classes.element}
                    aria-pressed={elementId === selected}
                    onClick={() => onSelect(elementId === selected ? null : elementId)}
                  >
                    {name ?? elementId}
                  </button>
                </Table.Td>
                <Table.Td ta="end" className="tn">
                  {running.toLocaleString('en')}
                </Table.Td>
                <Table.Td ta="end">
                  <Alarm count={incidents} limit={listLimits.count} />
                </Table.Td>
                <Table.Td ta="end" className="tn">
                  {ended.toLocaleString('en')}
                </Table.Td>
                <Table.Td ta="end" className="tn">
                  {cancelled.toLocaleString('en')}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </PlainTable>
      </ScrollRegion>
      {isRunningPartial ? (
        <p className={classes.hint}>
          {t('definition.runningPartial', { number: definitionLimits.running.toLocaleString('en') })}
        </p>
      ) : null}
      {isPastPartial ? (
        <p className={classes.hint}>
          {t('definition.pastPartial', { number: definitionLimits.past.toLocaleString('en') })}
        </p>
      ) : null}
    </>
  )
}
