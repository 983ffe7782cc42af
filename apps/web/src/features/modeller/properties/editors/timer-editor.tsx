import { NativeSelect, TextInput } from '@mantine/core'
import { isExpression, type ModdleElement, rulesOf } from '@millrace/bpmn/moddle'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import sheet from '../../../../components/designer-frame/sheet.module.css'
import { presentDateTime } from '../../../../lib/dates.ts'
import { getTimeZone } from '../../../../lib/time-zone.ts'
import type { Firings } from '../../problems/list-firings.ts'
import { useChecks } from '../../problems/use-checks.ts'
import { listRows, type PanelRow } from '../model/list-rows.ts'
import { planText, readText } from '../model/row-text.ts'
import classes from '../panel.module.css'
import { useDraft } from '../use-draft.ts'
import { usePanel } from '../use-panel.ts'
import { DurationPicker } from './duration-picker.tsx'

const kinds = ['timeDate', 'timeDuration', 'timeCycle'] as const
type TimerKind = (typeof kinds)[number]
const meant = { timeDate: 'date', timeDuration: 'duration', timeCycle: 'cycle' } as const

/** Returns whether a row is one of the three kinds of time of a timer, which are edited together. */
export function isTime({ property: { name } }: PanelRow): boolean {
  return kinds.includes(name as TimerKind)
}

/** Edits the time of a timer: a date, a duration or a cycle, and shows its next times. */
export function TimerEditor({ element, rows }: { element: ModdleElement; rows: readonly PanelRow[] }) {
  const { t } = useTranslation()
  const { apply, options, canEdit } = usePanel()
  const id = useId()
  const set = rows.find(({ isSet }) => isSet)
  const [chosen, setChosen] = useState<TimerKind>('timeDuration')
  const kind = (set?.property.name as TimerKind | undefined) ?? chosen
  const rowOf = (name: TimerKind) => rows.find(({ property }) => property.name === name)
  const text = set === undefined ? '' : readText(element, set)
  const write = (to: TimerKind, value: string) => {
    const row = rowOf(to)
    const others = rows.filter((one) => one.isSet && one !== row)
    if (row !== undefined)
      apply([
        ...others.flatMap((one) => planText(element, one, '', options)),
        ...planText(element, row, value, options),
      ])
  }
  const draft = useDraft(text, (value) => write(kind, value))
  return (
    <div className={classes.parts} data-property="timer">
      <div className={classes.row}>
        <label htmlFor={`${id}-kind`}>{t('modeller.panel.timer')}</label>
        <NativeSelect
          id={`${id}-kind`}
          size="xs"
          disabled={!canEdit}
          data={kinds.map((value) => ({ value, label: t(`modeller.panel.timerKinds.${value}`) }))}
          value={kind}
          onChange={({ currentTarget }) => {
            const next = currentTarget.value as TimerKind
            setChosen(next)
            if (text !== '') write(next, text)
          }}
        />
      </div>
      {kind === 'timeDuration' ? (
        <DurationPicker text={draft.text} canEdit={canEdit} onPick={(picked) => write(kind, picked)} />
      ) : null}
      <div className={classes.row}>
        <label htmlFor={`${id}-text`}>{t('modeller.panel.timerText')}</label>
        <TextInput
          id={`${id}-text`}
          size="xs"
          className={classes.mono ?? ''}
          readOnly={!canEdit}
          placeholder={t(`modeller.panel.timerExamples.${kind}`)}
          value={draft.text}
          onChange={(event) => draft.set(event.currentTarget.value)}
          onBlur={draft.leave}
          onKeyDown={draft.onKeyDown}
        />
      </div>
      <Preview kind={kind} text={draft.text.trim()} calendar={readCalendar(element)} />
    </div>
  )
}

/** The name of the calendar that a timer counts by; empty for none. */
function readCalendar(element: ModdleElement): string {
  const row = listRows(element).find(({ property }) => property.name === 'businessCalendarName')
  return row === undefined ? '' : readText(element, row)
}

function Preview({ kind, text, calendar }: { kind: TimerKind; text: string; calendar: string }) {
  const { t } = useTranslation()
  const checks = useChecks()
  const { known, options } = usePanel()
  const { cron } = rulesOf(options)
  const [found, setFound] = useState<{ readonly of: string; readonly firings: Firings } | null>(null)
  const isLater = isExpression(text)
  const of = `${kind} ${calendar} ${text}`
  const counted = known.calendars.items.find(({ name }) => name === calendar) ?? null
  useEffect(() => {
    let isOld = false
    if (text === '' || isLater) return
    const asked = { kind: meant[kind], text, now: new Date(), zone: getTimeZone(), calendar: counted, cron }
    checks.listFirings(asked).then(
      (firings) => isOld || setFound({ of, firings }),
      () => undefined,
    )
    return () => {
      isOld = true
    }
  }, [checks, kind, text, isLater, of, counted, cron])
  if (text === '') return null
  if (isLater) return <p className={sheet.note}>{t('modeller.panel.firingsLater')}</p>
  if (found?.of !== of) return null
  if (!found.firings.ok) return <p className={classes.fault}>{t('modeller.panel.firingsUnread')}</p>
  const { times, cron: readAs } = found.firings
  return (
    <div className={sheet.note}>
      {times.length === 0
        ? t('modeller.panel.firingsNone')
        : counted === null
          ? t('modeller.panel.firings')
          : t('modeller.panel.firingsBy', { calendar })}
      <ol className={classes.firings}>
        {times.map((time) => (
          <li key={time}>{presentDateTime(time)}</li>
        ))}
      </ol>
      {readAs !== null && t(`modeller.panel.firingsCron.${readAs}`)}
    </div>
  )
}
