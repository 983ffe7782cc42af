import IconFlame from 'icon:flame'
import { NativeSelect, SegmentedControl } from '@mantine/core'
import type { DefinitionHeat, ElementHeatValue } from '@millrace/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ElementHeat } from '../../components/bpmn-diagram/bpmn-diagram.tsx'
import { presentDuration } from '../../components/dates/dates.tsx'
import { DayInput } from '../../components/day-input/day-input.tsx'
import { TableDownloads } from '../../components/table-downloads/table-downloads.tsx'
import type { Translate } from '../../lib/i18n.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import classes from './definitions.module.css'

export const measures = ['count', 'median', 'p95', 'incidents'] as const

export type Measure = (typeof measures)[number]

const day = 86_400_000

const spans = { day: 1, week: 7, month: 30, quarter: 90, year: 365 } as const

type Span = keyof typeof spans

export interface HeatPeriod {
  readonly from: string
  readonly to: string
}

/** Returns the measure and the period of the heat map in the address. */
export function useHeat() {
  const [search, change] = useSearchState()
  const measure = measures.find((one) => one === search.heat) ?? null
  const span = (Object.keys(spans) as Span[]).find((one) => one === search.span) ?? 'month'
  // The same until the measure or the period changes, so that a page that is drawn again asks for the same.
  const [now] = useState(() => Date.now())
  const isOwn = search.from !== undefined || search.to !== undefined
  const period: HeatPeriod = isOwn
    ? {
        from: toInstant(search.from) ?? new Date(now - 30 * day).toISOString(),
        to: toInstant(search.to, 1) ?? new Date(now).toISOString(),
      }
    : { from: new Date(now - spans[span] * day).toISOString(), to: new Date(now).toISOString() }
  return { measure, span, isOwn, period, search, change }
}

/** The beginning of a day of the browser, so many days later; null for what is no day. */
function toInstant(text: string | undefined, days = 0): string | null {
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const [year = 0, month = 1, date = 1] = text.split('-').map(Number)
  const at = new Date(year, month - 1, date + days)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

interface ToolsProps {
  readonly heat: ReturnType<typeof useHeat>
  /** The values of the heat map; undefined while they are loading. */
  readonly values: DefinitionHeat | undefined
  /** The name of the files, without an ending. */
  readonly file: string
}

const heads = ['elementId', 'name', 'type', 'count', 'median', 'p95', 'incidents'] as const

/** The tools that choose the measure and the period of the heat map, and download its values. */
export function HeatTools({ heat, values, file }: ToolsProps) {
  const { t } = useTranslation()
  const { measure, span, isOwn, search, change } = heat
  return (
    <div className={classes.heatTools}>
      <span className={classes.heatName}>
        <IconFlame size={16} stroke={1.6} aria-hidden /> {t('definition.heatMap')}
      </span>
      <SegmentedControl
        size="xs"
        aria-label={t('definition.heatMap')}
        value={measure ?? 'off'}
        onChange={(value) => change({ heat: value === 'off' ? undefined : value }, { replace: true })}
        data={(['off', ...measures] as const).map((value) => ({ value, label: t(`definition.heat.${value}`) }))}
      />
      {measure === null ? null : (
        <NativeSelect
          size="xs"
          aria-label={t('definition.heatPeriod')}
          value={isOwn ? 'own' : span}
          onChange={({ currentTarget: { value } }) =>
            change(
              value === 'own'
                ? { span: undefined, from: heat.period.from.slice(0, 10), to: heat.period.to.slice(0, 10) }
                : { span: value, from: undefined, to: undefined },
              { replace: true },
            )
          }
          data={[...(Object.keys(spans) as Span[]), 'own' as const].map((value) => ({
            value,
            label: t(`definition.heatDays.${value}`),
          }))}
        />
      )}
      {measure === null || !isOwn
        ? null
        : (['from', 'to'] as const).map((name) => (
            <DayInput
              key={name}
              label={t(name === 'from' ? 'definition.heatFrom' : 'definition.heatTo')}
              value={search[name] ?? ''}
              onChange={(day) => change({ [name]: day || undefined }, { replace: true })}
            />
          ))}
      {measure === null ? null : (
        <>
          <span className={classes.grow} />
          <TableDownloads
            file={file}
            lines={() => [
              [...heads],
              ...(values?.items ?? []).map((item) => heads.map((head) => String(item[head] ?? ''))),
            ]}
            json={{ ...heat.period, ...values }}
            isDisabled={values === undefined || values.items.length === 0}
          />
        </>
      )}
    </div>
  )
}

export function valueOfHeat(value: ElementHeatValue, measure: Measure): number | null {
  return value[measure]
}

export function presentHeat(value: number | null, measure: Measure, t: Translate): string {
  if (value === null) return '–'
  return measure === 'median' || measure === 'p95' ? presentTook(value, t) : value.toLocaleString('en')
}

/** Presents a duration. Below a minute it shows seconds with one decimal. */
export function presentTook(milliseconds: number, t: Translate): string {
  return milliseconds < 60_000
    ? t('time.second', { count: Math.round(milliseconds / 100) / 10 })
    : presentDuration(milliseconds, t)
}

/** Returns the colours and values of a measure, in five steps of the highest value. */
export function toHeat({ items }: DefinitionHeat, measure: Measure, t: Translate): ElementHeat[] {
  const most = maxOf(items, measure)
  return items.flatMap((item) => {
    const value = valueOfHeat(item, measure)
    if (value === null || (value === 0 && measure !== 'median' && measure !== 'p95')) return []
    const level = most === 0 ? 1 : Math.max(1, Math.ceil((value / most) * 5))
    return [{ elementId: item.elementId, kind: measure, level, text: presentHeat(value, measure, t) }]
  })
}

function maxOf(items: readonly ElementHeatValue[], measure: Measure): number {
  return items.reduce((most, item) => Math.max(most, valueOfHeat(item, measure) ?? 0), 0)
}

/** The legend of the heat map with the two ends of its scale. */
export function HeatLegend({ heat, measure }: { readonly heat: DefinitionHeat; readonly measure: Measure }) {
  const { t } = useTranslation()
  const name = t(`definition.heat.${measure}`)
  return (
    <p className={classes.heatLegend} data-measure={measure}>
      <span>
        {t('definition.heatLegend', {
          name,
          least: presentHeat(0, measure, t),
          most: presentHeat(maxOf(heat.items, measure), measure, t),
        })}
      </span>
      <span className={classes.heatScale} aria-hidden>
        {[1, 2, 3, 4, 5].map((level) => (
          <i key={level} data-level={level} />
        ))}
      </span>
    </p>
  )
}
