import { NativeSelect, NumberInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../panel.module.css'
import { type DurationUnit, durationUnits, readDuration, writeDuration } from './simple-duration.ts'

interface Props {
  /** As ISO 8601 writes it, or an expression. */
  readonly text: string
  readonly canEdit: boolean
  readonly onPick: (text: string) => void
}

/** Edits a duration as a number and a unit, beside its text. Empty for other durations. */
export function DurationPicker({ text, canEdit, onPick }: Props) {
  const { t } = useTranslation()
  const read = readDuration(text)
  const [chosen, setChosen] = useState<DurationUnit>('days')
  const unit = read?.unit ?? chosen
  return (
    <fieldset className={classes.duration} disabled={!canEdit} aria-label={t('modeller.panel.duration')}>
      <NumberInput
        size="xs"
        aria-label={t('modeller.panel.durationAmount')}
        min={1}
        max={9999}
        allowDecimal={false}
        value={read?.amount ?? ''}
        onChange={(value) => {
          if (typeof value === 'number' && value > 0) onPick(writeDuration(value, unit))
        }}
      />
      <NativeSelect
        size="xs"
        aria-label={t('modeller.panel.durationUnit')}
        data={durationUnits.map((value) => ({ value, label: t(`modeller.panel.durationUnits.${value}`) }))}
        value={unit}
        onChange={({ currentTarget }) => {
          const next = currentTarget.value as DurationUnit
          setChosen(next)
          if (read !== null) onPick(writeDuration(read.amount, next))
        }}
      />
    </fieldset>
  )
}
