import IconChevronLeft from 'icon:chevron-left'
import IconChevronRight from 'icon:chevron-right'
import { Button } from '@mantine/core'
import type { InstanceDetail } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { DiagramPending, LazyDiagram } from '../../components/bpmn-diagram/lazy-diagram.tsx'
import { presentDateTime } from '../../lib/dates.ts'
import { instanceDiagramQuery } from '../../lib/queries/instance-diagram.ts'
import classes from './instance-data.module.css'
import type { Selection } from './instance-record.tsx'
import { momentQuery, momentsQuery } from './process-queries.ts'
import type { Moment } from './use-moment.ts'
import own from './user-instance.module.css'
import { TimePending } from './user-instance-pending.tsx'

interface Props {
  readonly instance: InstanceDetail
  readonly moment: Moment
  readonly selection: Selection
}

/** The diagram of an instance at the selected time, with a slider. */
export function TimeSlider({ instance, moment, selection }: Props) {
  const { t } = useTranslation()
  const query = useQuery(instanceDiagramQuery(instance.id))
  const { data } = query
  const { shown } = moment
  const then = shown === null ? {} : { elements: shown.elements, takenFlows: shown.takenFlows, isSuspended: false }
  return (
    <>
      <Slider instance={instance} moment={moment} />
      <QueryFailure query={query} title={t('diagram.unreachable')} isRegion className={classes.message} />
      {data === undefined && query.isError ? null : (
        <div className={own.diagram}>
          {data === undefined ? (
            <DiagramPending />
          ) : (
            <LazyDiagram {...data} {...then} selected={selection.elementId} onSelect={selection.select} />
          )}
        </div>
      )}
    </>
  )
}

/** How long the hand rests before what is under it is asked for, in milliseconds. */
const rest = 150

function Slider({ instance, moment: { at, shown, show } }: Omit<Props, 'selection'>) {
  const { t } = useTranslation()
  const { data } = useQuery(momentsQuery(instance.id))
  const [dragged, setDragged] = useState<number | null>(null)
  useEffect(() => {
    if (dragged === null) return
    const timer = setTimeout(() => {
      show(new Date(dragged).toISOString())
      setDragged(null)
    }, rest)
    return () => clearTimeout(timer)
  })
  // What comes before the end is asked for with it, so that the first step back does not wait.
  const end = useQuery({ ...momentQuery(instance.id, null), enabled: at === null })
  if (data === undefined) return <TimePending />
  const from = Date.parse(data.from)
  const to = Math.max(from, Date.parse(data.to))
  const value = Math.min(to, Math.max(from, dragged ?? (at === null ? to : Date.parse(at))))
  const previous = at === null ? (end.data?.previous ?? null) : (shown?.previous ?? null)
  const next = at === null ? null : (shown?.next ?? null)
  const text =
    at === null && dragged === null
      ? t(instance.endedAt === null ? 'instance.atNow' : 'instance.atEnd')
      : t('instance.atMoment', { when: presentDateTime(new Date(value).toISOString()) })
  const goOn = () => show(next)
  const goBack = () => {
    if (previous !== null) show(previous)
  }
  const goTo = (key: string): boolean => {
    if (key === 'ArrowLeft' || key === 'ArrowDown') goBack()
    else if (key === 'ArrowRight' || key === 'ArrowUp') goOn()
    else if (key === 'Home') show(data.from)
    else if (key === 'End') show(null)
    else return false
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (goTo(event.key)) event.preventDefault()
  }
  return (
    <section className={own.time} aria-label={t('instance.time')}>
      <div className={own.timeRow}>
        <span className={own.timeText} aria-live="polite">
          {text}
          {shown === null ? null : ` · ${t('instance.momentOf', { place: shown.place, count: data.total })}`}
        </span>
        <Button
          size="xs"
          leftSection={<IconChevronLeft size={15} stroke={1.6} />}
          aria-disabled={previous === null}
          data-disabled={previous === null || undefined}
          onClick={goBack}
        >
          {t('instance.earlier')}
        </Button>
        <Button
          size="xs"
          rightSection={<IconChevronRight size={15} stroke={1.6} />}
          aria-disabled={at === null}
          data-disabled={at === null || undefined}
          onClick={goOn}
        >
          {t('instance.later')}
        </Button>
        <Button
          size="xs"
          aria-disabled={at === null}
          data-disabled={at === null || undefined}
          onClick={() => show(null)}
        >
          {t(instance.endedAt === null ? 'instance.now' : 'instance.end')}
        </Button>
      </div>
      <div className={own.track}>
        <input
          type="range"
          min={from}
          max={to}
          step={1}
          value={value}
          aria-label={t('instance.timeOf')}
          aria-valuetext={text}
          onKeyDown={onKeyDown}
          onChange={(event) => setDragged(Number(event.currentTarget.value))}
        />
        {data.marks.map((mark) => (
          <span
            key={mark.at}
            className={own.mark}
            data-kind={mark.kind}
            style={{ left: `${to === from ? 0 : ((Date.parse(mark.at) - from) / (to - from)) * 100}%` }}
            aria-hidden
          />
        ))}
      </div>
    </section>
  )
}
