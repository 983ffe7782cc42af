import { Table } from '@mantine/core'
import {
  api,
  type DefinitionDetail,
  type DefinitionElements,
  type DefinitionHeat,
  definitionLimits,
  listLimits,
  reportLimits,
} from '@millrace/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { DiagramPending, LazyDiagram } from '../../components/bpmn-diagram/lazy-diagram.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { callQuery } from '../../lib/api/call-query.ts'
import { Alarm } from './counts.tsx'
import { diagramQuery, elementsQuery } from './definition-queries.ts'
import classes from './definitions.module.css'
import { HeatLegend, HeatTools, type Measure, presentHeat, toHeat, useHeat } from './heat-map.tsx'

/** The diagram of a version with the numbers at each element, and the same as a table. A selection applies to both. */
export function DefinitionDiagram({ definition: { id, key, version, isSuspended } }: { definition: DefinitionDetail }) {
  const { t } = useTranslation()
  const [selected, setSelected] = useState<string | null>(null)
  const diagram = useQuery(diagramQuery(id))
  const elements = useQuery(elementsQuery(id))
  const shown = useMemo(() => toShown(elements.data), [elements.data])
  const heat = useHeat()
  const { measure, period } = heat
  const values = useQuery({
    ...callQuery(api.definitions.heat, { params: { id }, query: period }),
    enabled: measure !== null,
    placeholderData: keepPreviousData,
  })
  const drawn = useMemo(
    () => (measure === null || values.data === undefined ? undefined : toHeat(values.data, measure, t)),
    [measure, values.data, t],
  )
  return (
    <>
      <HeatTools heat={heat} values={values.data} file={`heat-map-${key}-${version}`} />
      {measure === null ? null : (
        <QueryFailure query={values} title={t('definition.heatFailed')} isRegion className={classes.message} />
      )}
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
            heat={drawn}
            isSuspended={isSuspended}
            selected={selected}
            onSelect={(elementId) => setSelected(elementId)}
          />
        )}
      </div>
      {measure === null || values.data === undefined ? null : values.data.items.length === 0 ? (
        <p className={classes.message}>{t('definition.heatNone')}</p>
      ) : (
        <HeatLegend heat={values.data} measure={measure} />
      )}
      <QueryFailure query={elements} title={t('definition.elementsFailed')} isRegion className={classes.message} />
      {elements.data === undefined ? (
        elements.isError ? null : (
          <SkeletonRows count={5} height={34} />
        )
      ) : (
        <ElementTable
          elements={elements.data}
          heat={measure === null || values.data === undefined ? null : { values: values.data, measure }}
          selected={selected}
          onSelect={setSelected}
        />
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
  readonly heat: { readonly values: DefinitionHeat; readonly measure: Measure } | null
  readonly selected: string | null
  readonly onSelect: (elementId: string | null) => void
}

function ElementTable({ elements: { items, isRunningPartial, isPastPartial }, heat, selected, onSelect }: Props) {
  const { t } = useTranslation()
  if (items.length === 0) return <p className={classes.message}>{t('definition.noElements')}</p>
  const values = new Map((heat?.values.items ?? []).map((value) => [value.elementId, value]))
  const heatOf = (elementId: string) => (heat === null ? 0 : (values.get(elementId)?.[heat.measure] ?? -1))
  const rows = items.toSorted(
    (one, other) =>
      heatOf(other.elementId) - heatOf(one.elementId) ||
      other.incidents - one.incidents ||
      other.running - one.running ||
      other.ended - one.ended,
  )
  const timed = heat === null ? [] : (['count', 'median', 'p95'] as const)
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
              {timed.map((name) => (
                <Table.Th key={name} scope="col" ta="end" aria-sort={name === heat?.measure ? 'descending' : undefined}>
                  {t(name === 'count' ? 'definition.ran' : `definition.${name}`)}
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
                {timed.map((measure) => (
                  <Table.Td key={measure} ta="end" className="tn">
                    {presentHeat(values.get(elementId)?.[measure] ?? null, measure, t)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </PlainTable>
      </ScrollRegion>
      {heat?.values.isPartial === true ? (
        <p className={classes.hint}>
          {t('definition.heatPartial', { number: reportLimits.heat.toLocaleString('en') })}
        </p>
      ) : null}
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
